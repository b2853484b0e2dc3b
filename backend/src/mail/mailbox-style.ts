/**
 * The stylesheet of `/dev/mailbox`, in the colours of paper and ink, light and dark. It is a separate file,
 * because inline styles are forbidden.
 */
export const MAILBOX_STYLE = `:root {
  color-scheme: light dark;
  --paper: #F4F1E9; --sheet: #FDFBF6; --ink: #151B2E; --ink-2: #454B5E; --ink-3: #62677A;
  --hairline: #DCD7CA; --rule: #7E8089; --royal: #26429B;
  --serif: "Brygada 1918 Variable", Georgia, "Times New Roman", serif;
  --sans: "Source Sans 3 Variable", system-ui, "Segoe UI", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #111318; --sheet: #1A1D24; --ink: #ECE7DC; --ink-2: #BAB7AF; --ink-3: #A09D95; --hairline: #2F333D; --rule: #7E8089; --royal: #A9BBF5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5rem var(--sans); }
header, main { max-width: 860px; margin: 0 auto; padding: 0 clamp(16px, 4.2vw, 48px); }
header { padding-top: 24px; padding-bottom: 24px; }
header a { color: var(--ink); font: 600 1.3125rem/2rem var(--serif); text-decoration: none; }
h1 { margin: 24px 0 8px; font: 500 clamp(2rem, 1.3rem + 2.4vw, 3rem)/1.1 var(--serif); }
.lead { max-width: 62ch; margin: 0 0 40px; color: var(--ink-2); font-size: 1.125rem; line-height: 1.75rem; }
.messages { margin: 0 0 72px; padding: 0; list-style: none; border-top: 1px solid var(--ink); }
.messages > li { border-bottom: 1px solid var(--hairline); }
.messages > li > details > summary { display: flex; flex-wrap: wrap; gap: 4px 24px; justify-content: space-between; min-height: 44px; padding: 16px 0; cursor: pointer; list-style: none; }
.messages > li > details > summary::-webkit-details-marker { display: none; }
.subject { font: 500 1.1875rem/1.625rem var(--serif); overflow-wrap: anywhere; }
.meta { color: var(--ink-3); font-size: .9375rem; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.meta time { margin-left: 16px; white-space: nowrap; }
.attachments { margin: 0 0 16px; padding: 0; list-style: none; }
.attachments li { padding: 8px 0; border-top: 1px solid var(--hairline); overflow-wrap: anywhere; }
.attachments span { color: var(--ink-3); font-variant-numeric: tabular-nums; }
a { color: var(--ink); text-underline-offset: 3px; }
iframe { display: block; width: 100%; height: 760px; border: 1px solid var(--hairline); border-bottom-color: var(--rule); background: var(--sheet); }
.plain { margin: 16px 0 24px; }
.plain summary { min-height: 44px; padding: 10px 0; color: var(--ink-2); cursor: pointer; }
pre { margin: 0; padding: 20px; overflow-x: auto; background: var(--sheet); border: 1px solid var(--hairline); font: .875rem/1.375rem ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { padding: 48px 24px; border: 1px dashed var(--rule); text-align: center; }
.empty p { margin: 0 0 4px; }
.empty p:last-child { color: var(--ink-2); }
:focus-visible { outline: 2px solid var(--royal); outline-offset: 2px; }
`;
