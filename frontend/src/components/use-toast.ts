import { useEffect } from 'react';
import { type ToastMessage, toasts } from './toast-store.js';

export interface ToastApi {
  toast: (message: ToastMessage) => void;
}

const api: ToastApi = { toast: (message) => toasts.show(message) };

/** `toast({ title, description, tone })` shows one message for five seconds. */
export function useToast(): ToastApi {
  useEffect(() => toasts.expect(), []);
  return api;
}
