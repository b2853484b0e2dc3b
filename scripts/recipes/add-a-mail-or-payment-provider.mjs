// The example: a provider that writes mails as files into a folder. Another program sends them.
export const recipe = {
  heading: 'Add a mail or payment provider',
  name: 'folder',
  steps: [
    {
      file: 'backend/src/platform/config/mail-config.ts',
      before: "  | { readonly way: 'mailbox' };",
      text: "  | { readonly way: 'folder'; readonly path: string }\n",
    },
    {
      file: 'backend/src/platform/config/mail-config.ts',
      from: `  const [first, second] = [readSmtp(read), readSendGrid(read)].filter((route) => route !== undefined);
  if (second !== undefined)
    read.problem(
      'SMTP_URL and SENDGRID_API_KEY are both set, but mails have only one provider. Remove one of them.',
    );
`,
      to: `  const routes = [readSmtp(read), readSendGrid(read), readFolder(read)];
  const [first, second] = routes.filter((route) => route !== undefined);
  if (second !== undefined)
    read.problem(
      'Two of SMTP_URL, SENDGRID_API_KEY and MAIL_FOLDER are set, but mails have only one provider. Remove one of them.',
    );
`,
    },
    {
      file: 'backend/src/platform/config/mail-config.ts',
      before: 'function readSendGrid(read: EnvironmentReader)',
      text: `function readFolder(read: EnvironmentReader): MailRoute | undefined {
  const path = read.text('MAIL_FOLDER');
  if (path === undefined) return undefined;
  if (!isAbsolute(path)) read.problem('MAIL_FOLDER: expected the whole path of a folder.');
  return { way: 'folder', path };
}

`,
    },
    {
      file: 'backend/src/platform/config/mail-config.ts',
      after: "import { isIP } from 'node:net';\n",
      text: "import { isAbsolute } from 'node:path';\n",
    },
    {
      file: 'backend/src/platform/config/mail-config.ts',
      before: "    case 'mailbox':\n      return null;",
      text: "    case 'folder':\n      return name ?? null;\n",
    },
    {
      file: 'backend/src/platform/config/config.spec.ts',
      before: "    it('allows one way only, and requires a sender', () => {",
      text: `    it('goes only into a folder if one is set', () => {
      const folder = { MAIL_FOLDER: '/var/spool/siegel' };
      expect(readConfig(folder)).toMatchObject({
        mailRoute: { way: 'folder', path: '/var/spool/siegel' },
        mailReceiver: null,
        mailbox: false,
      });
      expect(problemsOf({ MAIL_FOLDER: 'spool' })).toContain('MAIL_FOLDER');
      expect(problemsOf({ ...folder, SMTP_URL: 'smtp://mail.example' })).toContain('MAIL_FOLDER are set');
    });

`,
    },
    {
      file: 'backend/src/platform/config/configured-parts.ts',
      before: "    case 'mailbox':\n",
      text: "    case 'folder':\n      return 'into a folder';\n",
    },
    {
      file: 'backend/src/mail/folder.transport.ts',
      text: `import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { oneLine } from './escape-html.js';
import { MAIL_HEADERS, MailBrokenOff, MailFailed, type MailTransport, type OutgoingMail } from './mail-transport.js';

export interface FolderOptions {
  /** Path of an existing folder that no other account can read. */
  readonly path: string;
  /** Sender, with or without a name: \`Siegel <nda@example.org>\`. */
  readonly from: string;
}

const headersOf = ({ headers }: OutgoingMail) =>
  MAIL_HEADERS.flatMap((key) => {
    const value = headers?.[key];
    return value === undefined ? [] : [{ key, value: oneLine(value) }];
  });

/** Writes each mail atomically to a file named by its Message-ID: a mail sent twice is there once. */
export class FolderTransport implements MailTransport {
  readonly once = true;
  private readonly composer = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  constructor(private readonly options: FolderOptions) {}

  async send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ messageId: string }> {
    const bytes = await this.composed(mail);
    if (signal?.aborted === true) throw new MailBrokenOff();
    const name = createHash('sha256').update(mail.messageId).digest('hex');
    const file = join(this.options.path, name + '.eml');
    const unfinished = join(this.options.path, '.' + name);
    try {
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
      await rename(unfinished, file);
    } catch (cause) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw new MailFailed('mail_unreachable', { cause });
    }
    return { messageId: mail.messageId };
  }

  private async composed(mail: OutgoingMail): Promise<Buffer> {
    const { replyTo } = mail;
    const { message } = await this.composer.sendMail({
      messageId: mail.messageId,
      from: this.options.from,
      to: { name: '', address: mail.to },
      ...(replyTo === undefined ? {} : { replyTo: { ...replyTo, name: oneLine(replyTo.name) } }),
      headers: headersOf(mail),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: [...mail.attachments],
    });
    if (!Buffer.isBuffer(message)) throw new Error('a mail is composed as bytes');
    return message;
  }
}
`,
    },
    {
      file: 'backend/src/mail/folder.transport.spec.ts',
      text: `import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderTransport } from './folder.transport.js';
import type { OutgoingMail } from './mail-transport.js';

const mail: OutgoingMail = {
  kind: 'invitation',
  messageId: '<0123456789abcdef@siegel.example>',
  stream: 'nda-1',
  to: 'thomas@example.org',
  subject: 'Vereinbarung',
  text: 'Guten Tag',
  html: '<p>Guten Tag</p>',
  attachments: [],
};

describe('a folder of mails', () => {
  let path: string;
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'siegel-mails-'));
  });
  afterEach(() => rm(path, { recursive: true }));
  const transport = (folder = path) => new FolderTransport({ path: folder, from: 'Siegel <nda@siegel.example>' });

  it('has one complete file for a mail that was sent twice', async () => {
    await transport().send(mail);
    expect(await transport().send(mail)).toEqual({ messageId: mail.messageId });
    const files = await readdir(path);
    expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{64}\\.eml$/)]);
    const written = await readFile(join(path, files[0] ?? ''), 'utf8');
    expect(written).toContain('Message-ID: <0123456789abcdef@siegel.example>');
    expect(written).toContain('To: thomas@example.org');
    expect(written).toContain('Guten Tag');
  });

  it('does not let user input become a header line', async () => {
    await transport().send({ ...mail, subject: 'x\\r\\nBcc: eve@example.org' });
    const [file = ''] = await readdir(path);
    expect(await readFile(join(path, file), 'utf8')).not.toMatch(/^Bcc:/m);
  });

  it('reports a missing folder as unreachable, and writes nothing after an abort', async () => {
    await expect(transport(join(path, 'none')).send(mail)).rejects.toMatchObject({ code: 'mail_unreachable' });
    await expect(transport().send(mail, AbortSignal.abort())).rejects.toThrow('broken off');
    expect(await readdir(path)).toEqual([]);
  });
});
`,
    },
    {
      file: 'backend/src/mail/mail.module.ts',
      before: "    case 'mailbox':\n",
      text: "    case 'folder':\n      return new FolderTransport({ path: route.path, from });\n",
    },
    {
      file: 'backend/src/mail/mail.module.ts',
      before: "import type { MailTransport } from './mail-transport.js';",
      text: "import { FolderTransport } from './folder.transport.js';\n",
    },
    {
      file: 'backend/src/cli/doctor/provider-checks.ts',
      before: "    case 'mailbox':\n",
      text: "    case 'folder':\n      return checkFolder(route.path);\n",
    },
    {
      file: 'backend/src/cli/doctor/provider-checks.ts',
      before: 'async function checkMail(context: Context)',
      text: `async function checkFolder(path: string): Promise<CheckResult> {
  try {
    await access(path, constants.W_OK);
  } catch {
    return fault('The folder of MAIL_FOLDER is missing, or this service may not write to it.', FOLDER);
  }
  return ok('The folder of MAIL_FOLDER exists, and this service can write to it.');
}

`,
    },
    {
      file: 'backend/src/cli/doctor/provider-checks.ts',
      before: "import { randomBytes } from 'node:crypto';",
      text: "import { constants } from 'node:fs';\nimport { access } from 'node:fs/promises';\n",
    },
    {
      file: 'backend/src/cli/doctor/provider-checks.ts',
      before: '  mailbox: SMTP,\n',
      text: '  folder: FOLDER,\n',
    },
    {
      file: 'backend/src/cli/doctor/provider-checks.ts',
      before: 'const MAIL_TODO',
      text: "const FOLDER = 'Set MAIL_FOLDER to a folder that this service may write to.';\n",
    },
    {
      file: 'backend/src/cli/doctor/doctor.spec.ts',
      before: "  it('reports only the payment provider if it refuses the key', async () => {",
      text: `  it('reports only the folder of mails if it is missing', async () => {
    const folder = (path: string) => look({ SMTP_URL: '', MAIL_FOLDER: path });
    expect(named(await folder(backend.dataDir), 'fault')).toEqual([]);
    only(await folder('/no/such/folder'), 'mail');
  });

`,
    },
    {
      file: 'docs/operations.md',
      before: '| `SENDGRID_API_KEY` | – | one word |',
      text: '| `MAIL_FOLDER` | – | the whole path of a folder | Mails are written there, a file each, for another program to send; neither `SMTP_URL` nor `SENDGRID_API_KEY` must be set then |\n',
    },
    {
      file: 'docker-compose.yml',
      before: '      SENDGRID_API_KEY: ${SENDGRID_API_KEY:-}\n',
      text: '      MAIL_FOLDER: ${MAIL_FOLDER:-}\n',
    },
    {
      file: 'docker/docker-compose.cluster.yml',
      before: '    SENDGRID_API_KEY: ${SENDGRID_API_KEY:-}\n',
      text: '    MAIL_FOLDER: ${MAIL_FOLDER:-}\n',
    },
  ],
};
