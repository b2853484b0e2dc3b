import { Fragment, type ReactNode } from 'react';

export interface KeyValue {
  key: string;
  label: ReactNode;
  value: ReactNode;
}

export function KeyValues({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className="key-values">
      {items.map((item) => (
        <Fragment key={item.key}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
