import { Component, type ErrorInfo, type ReactNode } from 'react';
import { CrashPage } from './crash-page.js';

interface State {
  failed: boolean;
}

/** The last net: a designed page instead of a blank one. Drafts are in the browser's storage and survive. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('page failed', error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? <CrashPage /> : this.props.children;
  }
}
