// Causes faults one after another on a running host. The expression of an alert must detect each fault.
// `siegel doctor` must report the affected part and nothing else. After the repair, the doctor must not
// report the fault any more.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { alertExpressions, fires, requireGoodNames, seriesIn } from './alerts.mjs';
import { until } from './people.mjs';

/**
 * Maximum number of milliseconds until an alert's expression holds, or the doctor is content again, on an idle
 * machine. The lag of projections shows after a minute, and a repaired stream is verified again within one.
 */
const FOUND_MS = 120_000;

/** Mounts a full in-memory file system on each folder. @returns false if this account may not mount */
function fillDisks(folders) {
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
    if (status !== 0) return false;
    try {
      writeFileSync(join(folder, 'ballast'), Buffer.alloc(1 << 20));
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
  return true;
}

/** Starts a double of Stripe that refuses every API key, as Stripe refuses a wrong key. */
async function stripeWithoutOurKey() {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' };
  const server = createServer((_, answer) =>
    answer.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error })),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

export class Faults {
  alerts = alertExpressions();

  constructor(host, people) {
    Object.assign(this, { host, people });
  }

  /** Returns the text of a backend's metrics; undefined if the backend does not answer. */
  metricsOf(port) {
    const token = this.host.secret('metrics-token');
    return fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } }).then(
      (answer) => (answer.ok ? answer.text() : undefined),
      () => undefined,
    );
  }

  /** Scrapes every backend. `up` is 0 for a backend that does not answer. */
  async scrape() {
    const scraped = await Promise.all(
      this.host.ports.map(async (port) => {
        const metrics = await this.metricsOf(port);
        const labels = { job: 'siegel', instance: `127.0.0.1:${port}` };
        return seriesIn(metrics === undefined ? 'up 0' : `up 1\n${metrics}`, labels);
      }),
    );
    return scraped.flat();
  }

  /** @throws AssertionError if promtool refuses a metric of a backend */
  async metricsAreWellNamed() {
    for (const port of this.host.ports) requireGoodNames((await this.metricsOf(port)) ?? '');
  }

  /** Returns the doctor's checks that report a `fault` or a `warning`, by name. */
  async diagnose() {
    const { status, output } = await this.host.bash('siegel doctor --json 2>/dev/null');
    assert([0, 1].includes(status), output);
    const { checks } = JSON.parse(output);
    return new Map(
      checks
        .filter(({ state }) => state === 'fault' || state === 'warning')
        .map(({ name, state }) => [name, state]),
    );
  }

  /**
   * Causes a fault, waits until the alert and the doctor detect it, and repairs it.
   * @param fault `make` causes the fault, and `mend` repairs it. `alert` is the alert that must fire, and
   * `act` runs before each poll of the alert. `line` is the doctor's check that must report the fault, and
   * `also` lists further checks that may report it.
   */
  async found({ make, mend, act = async () => {}, alert, line, also = [] }) {
    const expression = this.alerts.get(alert);
    assert(expression !== undefined, `there is no alert ${alert}`);
    const usual = await this.diagnose();
    const before = await this.scrape();
    const isFiring = async () => fires(expression, { before, now: await this.scrape() });
    assert.equal(await isFiring(), false, `${alert} is quiet before`);
    if ((await make()) === false) {
      console.log('      skipped: this account may not cause this fault');
      return;
    }
    try {
      await until(
        `${alert} fires`,
        async () => {
          await act();
          return isFiring();
        },
        FOUND_MS,
      );
      await until(`the doctor names '${line}'`, async () => (await this.diagnose()).has(line));
      const others = [...(await this.diagnose()).keys()].filter(
        (name) => ![line, ...also, ...usual.keys()].includes(name),
      );
      assert.deepEqual(others, [], `nothing else than '${line}' is named`);
    } finally {
      await mend();
    }
    await this.host.must('back to work', 'for port in $PORTS; do ready "$port"; done');
    await until(
      `the doctor is content with '${line}'`,
      async () => [undefined, usual.get(line)].includes((await this.diagnose()).get(line)),
      FOUND_MS,
    );
  }

  /** Sends requests that may fail. */
  tryActs = async () => {
    await Promise.all(Array.from({ length: 6 }, () => this.people.create()));
  };
  /** Makes an agreement once, so that mails have to be sent. Sending the mails may fail. */
  agree = async () => {
    this.begun ??= await this.people.agree();
  };
  sql = (statement) =>
    this.host.must('sql', `$AS_POSTGRES psql --quiet --dbname="$DATABASE" <<'SQL'\n${statement};\nSQL`);

  eventStoreAway(store) {
    return this.found({
      make: async () => store.kill(),
      mend: async () => store.restart(),
      act: this.tryActs,
      alert: 'SiegelEventStoreFailing',
      line: 'event store',
    });
  }

  /** Returns every fault's name with a function that causes the fault and waits until it is detected. */
  all() {
    return Object.entries({
      'the database is away': () => this.databaseAway(),
      'both backends are gone': () => this.backendsGone(),
      'the disk of DATA_DIR is full': () => this.diskFull(),
      'the mail server is away': () => this.mailAway(),
      'the mail server knows another password': () => this.mailPassword(),
      'the payment provider knows another key': () => this.paymentKey(),
      'the certificate that seals is about to end': () => this.certificateEnds(),
      'a job stands': () => this.jobStands(),
      'a projection stands': () => this.projectionStands(),
    });
  }

  databaseAway() {
    const { database } = this.host;
    return this.found({
      make: async () => database.stop(),
      mend: async () => database.start(),
      act: this.tryActs,
      alert: 'SiegelServerErrors',
      line: 'database',
      also: ['public address'],
    });
  }

  backendsGone() {
    return this.found({
      make: async () => this.host.kill(),
      mend: () => this.host.must('start', 'for port in $PORTS; do systemctl start "siegel@$port"; done'),
      alert: 'SiegelDown',
      line: 'backends',
      also: ['public address'],
    });
  }

  diskFull() {
    const { env, ports } = this.host;
    const folders = [...ports, 'operator'].map((name) => join(env.SIEGEL_STATE, String(name)));
    return this.found({
      make: async () => fillDisks(folders),
      mend: async () => folders.forEach((folder) => spawnSync('umount', [folder])),
      alert: 'SiegelDiskFilling',
      line: 'data folder',
      also: ['list of erasures'],
    });
  }

  mailAway() {
    this.begun = undefined;
    return this.found({
      make: () => this.host.mail.stopListening(),
      mend: () => this.host.mail.listenAgain(),
      act: this.agree,
      alert: 'SiegelMailsDeferred',
      line: 'mail',
    });
  }

  mailPassword() {
    this.begun = undefined;
    let url;
    return this.found({
      make: async () => {
        url = this.host.mail.change('second-password');
      },
      mend: () => this.host.run('rotate-mail-password', { NEW_MAIL_SERVER: url }),
      act: this.agree,
      alert: 'SiegelMailSetup',
      line: 'mail',
    });
  }

  async paymentKey() {
    const stripe = await stripeWithoutOurKey();
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_another',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_another',
      STRIPE_WEBHOOK_SECRET: 'whsec_another',
      STRIPE_API_BASE: stripe.address,
    };
    const set = Object.entries(keys).map(([name, value]) => `setting ${name} '${value}'`);
    const unset = Object.keys(keys).map((name) => `setting ${name}`);
    try {
      await this.found({
        make: () => this.host.must('keys', `setting PAYMENTS\n${set.join('\n')}\nrolling`),
        mend: () => this.host.must('keys', `${unset.join('\n')}\nsetting PAYMENTS sandbox\nrolling`),
        act: () => this.people.agree().catch(() => undefined),
        alert: 'SiegelServerErrors',
        line: 'payments',
        also: ['configuration'],
      });
    } finally {
      stripe.stop();
    }
  }

  certificateEnds() {
    return this.found({
      make: () =>
        this.host.must(
          'a certificate of ten days',
          `work=$(mktemp -d)
openssl req -x509 -newkey rsa:2048 -noenc -days 10 -subj /CN=Soon -config <(printf '[req]\\ndistinguished_name = name\\n[name]\\n') \
  -addext keyUsage=critical,digitalSignature -keyout "$work/key.pem" -out "$work/certificate.pem"
openssl pkcs12 -export -inkey "$work/key.pem" -in "$work/certificate.pem" \
  -passout "file:$SIEGEL_ETC/secrets/seal-p12-password" | secret seal.p12
setting CHANGING_SECRETS SEAL_P12
rolling
setting CHANGING_SECRETS
rolling`,
        ),
      mend: () => this.host.run('rotate-seal'),
      alert: 'SiegelCertificateEnds',
      line: 'seal certificate',
    });
  }

  /** Creates a job that is due, and prevents every backend from claiming it. */
  jobStands() {
    return this.found({
      make: () =>
        this.sql(`CREATE FUNCTION stand() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER stand BEFORE UPDATE ON owed_jobs FOR EACH ROW EXECUTE FUNCTION stand();
INSERT INTO owed_jobs (task, key, payload, run_at)
  VALUES ('deliver-nda', 'drill', '{"ndaId":"00000000-0000-7000-8000-000000000000"}', now() - interval '20 minutes')`),
      mend: () =>
        this.sql(`DROP TRIGGER stand ON owed_jobs; DROP FUNCTION stand();
DELETE FROM owed_jobs WHERE key = 'drill'`),
      alert: 'SiegelJobsWaiting',
      line: 'jobs',
    });
  }

  /** Makes the projection's table refuse every new row. */
  projectionStands() {
    return this.found({
      make: async () => {
        await this.sql('ALTER TABLE ndas ADD CONSTRAINT stand CHECK (false) NOT VALID');
        await this.people.create();
      },
      mend: () => this.sql('ALTER TABLE ndas DROP CONSTRAINT stand'),
      alert: 'SiegelLagging',
      line: 'projections',
    });
  }
}
