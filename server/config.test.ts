// Tests of the environment's settings, and of the message for wrong ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, parseConfig } from './config.ts';

/** The operator's error line for these settings. */
function complaint(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
  return 'none';
}

test('without any setting a demo starts, on this machine only', () => {
  const { port, host, demo, dataDir, databaseUrl, smtpUrl, publicUrl, trustProxy } = parseConfig({});
  assert.deepEqual(
    { port, host, demo, dataDir, databaseUrl, smtpUrl, publicUrl, trustProxy },
    {
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      dataDir: './data',
      databaseUrl: undefined,
      smtpUrl: undefined,
      publicUrl: undefined,
      trustProxy: false,
    },
  );
});

test('an empty setting counts as unset', () => {
  assert.deepEqual(parseConfig({ PORT: '', SMTP_URL: ' ', DEMO: '', HOST: '' }), parseConfig({}));
});

test('with DATABASE_URL there is no demo by default; with a demo the host is this machine', () => {
  const DATABASE_URL = 'postgres://daybook@/daybook?host=/var/run/postgresql';
  const host = (env: Record<string, string>) => {
    const config = parseConfig(env);
    return [config.demo, config.host];
  };
  assert.deepEqual(host({ DATABASE_URL }), [false, '0.0.0.0']);
  assert.deepEqual(host({ DATABASE_URL, DEMO: '1' }), [true, '127.0.0.1']);
  assert.deepEqual(host({ DEMO: '0' }), [false, '0.0.0.0']);
  assert.deepEqual(host({ DEMO: 'true', HOST: '192.0.2.1' }), [true, '192.0.2.1']);
});

test('every wrong setting is named, in one line, without its value', () => {
  const line = complaint({
    PORT: 'eighty',
    SMTP_URL: 'http://mara:secret@mail.test',
    DATABASE_URL: 'mysql://root:secret@db.test/daybook',
    DEMO: 'perhaps',
    METRICS_TOKEN: 'secret',
  });
  for (const name of ['PORT', 'SMTP_URL', 'DATABASE_URL', 'DEMO', 'METRICS_TOKEN']) {
    assert.equal(line.split(`${name} must be `).length, 2, `${name} in: ${line}`);
  }
  assert.match(line, /^Wrong settings: PORT must be a whole number from 0 to 65535; /);
  assert.doesNotMatch(line, /secret|perhaps|eighty|\n/);
});

for (const [name, wrong, right] of [
  ['PORT', ['-1', '65536', '80.5', '0x50', '8e3', 'http'], ['0', '65535']],
  ['HOST', ['my host', 'http://host/'], ['::', 'localhost', '192.0.2.1', 'fe80::1%eth0']],
  ['DATABASE_URL', ['daybook', 'postgres://', 'postgres://a b'], ['postgresql://u:p@h:5432/d?sslmode=require']],
  ['DATABASE_POOL', ['1', '201'], ['2', '200']],
  [
    'PUBLIC_URL',
    ['book.example.org', 'ftp://a.b', 'https://a.b/c', 'https://a.b/?c', 'https://u:p@a.b'],
    ['https://a.b/'],
  ],
  ['SMTP_URL', ['mail.test', 'https://mail.test'], ['smtp://localhost:25', 'smtps://u:p%40@mail.test']],
  ['MAIL_FROM', ['Rosa', 'Rosa <rosa>', 'a@b@c'], ['rosa@salon.test', 'Rosa <rosa@salon.test>']],
  ['SECRET_KEY', ['short'], ['thirty-two letters, or more of them']],
  ['PRIVATE_HOSTS', ['10.0.0.0/33', 'a b', 'http://a'], ['mail.internal, 10.0.0.0/8,::1', 'localhost']],
  ['MAP_TILES', ['map.mbtiles', '/maps/'], ['/maps/riga.pmtiles', 'riga.PMTiles']],
  ['DEMO', ['yes', '2', 'TRUE'], ['0', '1', 'false']],
  ['LOG_LEVEL', ['loud', 'INFO'], ['silent', 'debug']],
  ['LOG_DAYS', ['0', 'ninety'], ['1', '3650']],
  ['MESSAGE_DAYS', ['0', 'half a year'], ['1', '3650']],
  ['AUDIT_DAYS', ['0', 'never'], ['1', '3650']],
  [
    'TRUST_PROXY',
    ['1', 'proxy.test', '10.0.0.0/33', '10.0.0.0/8/8', '::1,'],
    ['true', 'false', '::1/128, 10.0.0.1,loopback'],
  ],
  ['MAP_STYLE_URL', ['tiles', 'file:///etc/passwd'], ['http://localhost:9/style.json']],
  ['MAP_LATITUDE', ['90.1', 'north', '1e1'], ['-90', '56.95']],
  ['MAP_LONGITUDE', ['-180.5', '1,5'], ['180', '-0.5']],
  ['GEOCODER', ['google', 'Photon'], ['bundled', 'photon']],
  ['GEOCODER_URL', ['photon.test', 'file:///etc/passwd'], ['https://photon.test', 'http://localhost:2322/']],
  ['METRICS_TOKEN', ['fifteen letters'], ['sixteen letters!']],
  [
    'STRIPE_SECRET_KEY',
    ['pk_test_51Abcdefgh', 'pk_live_51Abcdefgh', 'whsec_51Abcdefgh', 'sk_51Abcdefgh', 'sk_test_'],
    ['sk_test_51Abcdefgh', 'sk_live_51Abcdefgh', 'rk_live_51Abcdefgh'],
  ],
  ['STRIPE_API_URL', ['api', 'ftp://a.b', 'https://a.b/v1', 'http://api.stripe.com'], ['http://127.0.0.1:9']],
  ['PAYPAL_API_URL', ['api', 'ftp://a.b', 'https://a.b/v1', 'http://10.0.0.1'], ['http://localhost:9', 'https://a.b']],
  ['HOLD_MINUTES', ['0', '1441'], ['1', '1440']],
  ['UNDO_SECONDS', ['-1', '601'], ['0', '600']],
  ['EVENT_MINUTES', ['4', '481'], ['5', '480']],
  ['REQUESTS_PER_MINUTE', ['-1', 'many'], ['0', '100000']],
  ['MAILS_PER_DAY', ['0', '1.5'], ['1']],
  ['CAMPAIGN_MAILS_FIRST_DAY', ['-1', '1000001'], ['0', '200']],
  ['BOOKINGS_PER_MINUTE', ['-1', '1.5'], ['0']],
] as const) {
  test(`${name} rejects invalid values`, () => {
    for (const value of wrong)
      assert.match(complaint({ [name]: value }), new RegExp(`^Wrong setting: ${name} must be `));
    for (const value of right) assert.equal(complaint({ [name]: value }), 'none');
  });
}

test('the public address is normalised to an origin', () => {
  assert.equal(parseConfig({ PUBLIC_URL: 'https://Book.Example.org/' }).publicUrl, 'https://book.example.org');
  assert.equal(parseConfig({ PUBLIC_URL: 'http://a.b:8080' }).publicUrl, 'http://a.b:8080');
});

test('a bucket is used when it is set, and its two keys must come together', () => {
  const { s3 } = parseConfig({
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://localhost:9000',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  });
  assert.deepEqual(s3, {
    bucket: 'files',
    endpoint: 'http://localhost:9000',
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    prefix: '',
  });
  assert.equal(parseConfig({}).s3, undefined);
  assert.throws(() => parseConfig({ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' }), /belong together/);
});

test('payment providers are set up by their keys, which tell the test system from the live one', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_live_51Abcdefgh', STRIPE_WEBHOOK_SECRETS: 'whsec_12345678, whsec_87654321' };
  const payPal = { PAYPAL_CLIENT_ID: 'client-of-daybook', PAYPAL_SECRET: 'secret-of-daybook' };
  assert.deepEqual(parseConfig({}).payments, { stripe: undefined, paypal: undefined });
  assert.deepEqual(parseConfig({ ...stripe, ...payPal }).payments, {
    stripe: {
      secretKey: 'sk_live_51Abcdefgh',
      webhookSecrets: ['whsec_12345678', 'whsec_87654321'],
      apiUrl: 'https://api.stripe.com',
      isTest: false,
    },
    paypal: {
      clientId: 'client-of-daybook',
      secret: 'secret-of-daybook',
      webhookId: undefined,
      apiUrl: 'https://api-m.paypal.com',
      isTest: false,
    },
  });
  const test = { STRIPE_SECRET_KEY: 'rk_test_51Abcdefgh', PUBLIC_URL: 'https://book.example.org' };
  const sandbox = { ...payPal, PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com/' };
  const { payments } = parseConfig({ ...test, ...sandbox });
  assert.deepEqual([payments.stripe?.isTest, payments.paypal?.isTest], [true, true]);
  assert.equal(payments.paypal?.apiUrl, 'https://api-m.sandbox.paypal.com');
});

const secretOf = (env: Record<string, string>) => new RegExp(Object.values(env).join('|'));

for (const [title, env, line] of [
  [
    'a publishable key',
    { STRIPE_SECRET_KEY: 'pk_test_51Abcdefgh' },
    /^Wrong setting: STRIPE_SECRET_KEY must be the secret key \(sk_…\), not the publishable one \(pk_…\)\.$/,
  ],
  [
    'three secrets of notices',
    { STRIPE_SECRET_KEY: 'sk_test_51Abcdefgh', STRIPE_WEBHOOK_SECRETS: 'whsec_12345678,whsec_22345678,whsec_32345678' },
    /^Wrong setting: STRIPE_WEBHOOK_SECRETS must be one signing secret of Stripe \(whsec_…\), or two /,
  ],
  [
    'a secret of notices that is none',
    { STRIPE_SECRET_KEY: 'sk_test_51Abcdefgh', STRIPE_WEBHOOK_SECRETS: 'sk_test_51Abcdefgh' },
    /^Wrong setting: STRIPE_WEBHOOK_SECRETS must be one signing secret of Stripe/,
  ],
  [
    'a secret of notices without a key',
    { STRIPE_WEBHOOK_SECRETS: 'whsec_12345678' },
    /^Wrong setting: STRIPE_WEBHOOK_SECRETS needs STRIPE_SECRET_KEY\.$/,
  ],
  [
    'a client id of PayPal alone',
    { PAYPAL_CLIENT_ID: 'client-of-daybook' },
    /^Wrong setting: PAYPAL_SECRET must be set beside PAYPAL_CLIENT_ID\.$/,
  ],
  [
    'a secret of PayPal alone',
    { PAYPAL_SECRET: 'secret-of-daybook', PAYPAL_WEBHOOK_ID: '8PT597110X687430L' },
    /^Wrong setting: PAYPAL_CLIENT_ID must be set beside PAYPAL_SECRET\.$/,
  ],
  [
    'a webhook of PayPal alone',
    { PAYPAL_WEBHOOK_ID: '8PT597110X687430L' },
    /^Wrong setting: PAYPAL_WEBHOOK_ID needs PAYPAL_CLIENT_ID and PAYPAL_SECRET\.$/,
  ],
  [
    "live keys of Stripe beside PayPal's test system",
    {
      STRIPE_SECRET_KEY: 'sk_live_51Abcdefgh',
      PAYPAL_CLIENT_ID: 'client-of-daybook',
      PAYPAL_SECRET: 'secret-of-daybook',
      PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com',
    },
    /^Wrong setting: PAYPAL_API_URL leads to the test system, and STRIPE_SECRET_KEY is a key of the live system\.$/,
  ],
  [
    "test keys of Stripe beside PayPal's live system",
    {
      STRIPE_SECRET_KEY: 'sk_test_51Abcdefgh',
      PAYPAL_CLIENT_ID: 'client-of-daybook',
      PAYPAL_SECRET: 'secret-of-daybook',
    },
    /^Wrong setting: PAYPAL_API_URL leads to the live system, and STRIPE_SECRET_KEY is a key of the test system\.$/,
  ],
] as const) {
  test(`the start refuses ${title}, and says which setting it is`, () => {
    const said = complaint({ ...env });
    assert.match(said, line);
    assert.doesNotMatch(said, secretOf(env));
  });
}
