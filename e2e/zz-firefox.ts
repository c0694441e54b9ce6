import { spawn, execSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createHttp } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import WebSocket from 'ws';
const WebSocketServer = (WebSocket as any).Server;
import { remind } from '#server/messaging/feed/remind.ts';
import { buildBusiness, signIn } from '#server/testing/build.ts';
import { openApp } from './lib/app.ts';
const S = '/tmp/w/scratch-outbox';
const source = readFileSync(new URL('../server/testing/push-receiver.ts', import.meta.url), 'utf8');
const [cert = ''] = /-----BEGIN CERT[\s\S]*?END CERTIFICATE-----/.exec(source) ?? [];
const [key = ''] = /-----BEGIN PRIV[\s\S]*?END PRIVATE KEY-----/.exec(source) ?? [];
setDefaultCACertificates([...getCACertificates('default'), cert]);
const log = (...a: unknown[]) => console.log(new Date().toISOString().slice(14, 23), ...a);
let client: WebSocket | undefined;
let uaid = randomUUID();
let dropped = 0;
const push = createServer({ cert, key }, async (q, r) => {
  const body = await buffer(q);
  const channelID = q.url?.split('/')[2];
  log('POST', q.url, body.length, q.headers['content-encoding'], q.headers.urgency, q.headers.topic);
  client?.send(JSON.stringify({ messageType: 'notification', channelID, version: randomUUID(), data: body.toString('base64url'), headers: { encoding: 'aes128gcm' } }));
  r.writeHead(201, { location: 'https://localhost/m/1' }).end();
}).listen(0, '127.0.0.1');
const pushPort = () => (push.address() as any).port;
const wsHttp = createHttp().listen(0, '127.0.0.1');
const wss = new WebSocketServer({ server: wsHttp });
wss.on('connection', (socket: any) => {
  client = socket;
  socket.on('message', (raw: any) => {
    const m = JSON.parse(String(raw) || '{}');
    if (m.messageType !== 'ping') log('<-', String(raw).slice(0, 200));
    if (m.messageType === 'hello') socket.send(JSON.stringify({ messageType: 'hello', uaid, status: 200, use_webpush: true, broadcasts: {} }));
    if (m.messageType === 'register') socket.send(JSON.stringify({ messageType: 'register', channelID: m.channelID, status: 200, pushEndpoint: `https://localhost:${pushPort()}/${uaid}/${m.channelID}` }));
    if (m.messageType === 'unregister') socket.send(JSON.stringify({ messageType: 'unregister', channelID: m.channelID, status: 200 }));
    if (!Object.keys(m).length) socket.send('{}');
  });
});
await new Promise((r) => setTimeout(r, 100));
const daybook = await openApp({ PRIVATE_HOSTS: 'localhost' });
const { employee } = await buildBusiness(daybook.services, {});
const { cookie } = await signIn(daybook.services, employee);
const profile = mkdtempSync(`${S}/ff-`);
writeFileSync(`${profile}/user.js`, Object.entries({
  'dom.push.serverURL': `ws://localhost:${(wsHttp.address() as any).port}/`, 'dom.push.testing.allowInsecureServerURL': true, 'dom.push.enabled': true, 'dom.push.connection.enabled': true,
  'permissions.default.desktop-notification': 1, 'alerts.useSystemBackend': false, 'remote.prefs.recommended': false, 'network.proxy.type': 0,
  'dom.push.retryBaseInterval': 300, 'dom.push.userAgentID': '', 'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false, 'dom.disable_open_click_delay': 5000,
}).map(([k, v]) => `user_pref(${JSON.stringify(k)}, ${JSON.stringify(v)});`).join('\n'));
const ff = spawn('firefox-esr', ['--remote-debugging-port=0', '--profile', profile, '--no-remote', 'about:blank'], { env: { ...process.env, DISPLAY: ':77', MOZ_DISABLE_CONTENT_SANDBOX: '1', HOME: profile }, stdio: ['ignore', 'pipe', 'pipe'] });
const bidiUrl = await new Promise<string>((resolve) => ff.stderr.on('data', (d) => { const m = /ws:\/\/[^\s]+/.exec(String(d)); if (m) resolve(m[0]); }));
const ws = new WebSocket(`${bidiUrl}/session`);
await new Promise((r) => ws.once('open', r));
let n = 0;
const pend = new Map<number, (v: any) => void>();
ws.on('message', (raw) => { const m = JSON.parse(String(raw)); pend.get(m.id)?.(m); });
const bidi = (method: string, params: object = {}) => new Promise<any>((resolve, reject) => { const id = ++n; pend.set(id, (m) => (m.type === 'error' ? reject(new Error(`${method}: ${m.error} ${m.message}`)) : resolve(m.result))); ws.send(JSON.stringify({ id, method, params })); });
await bidi('session.new', { capabilities: {} });
const context = (await bidi('browsingContext.getTree')).contexts[0].context;
const [name = '', value = ''] = cookie.split('=');
await bidi('storage.setCookie', { cookie: { name, value: { type: 'string', value }, domain: 'localhost', path: '/', httpOnly: true } });
const run = async (expression: string) => { const r = await bidi('script.evaluate', { expression: `(async () => JSON.stringify(await (async () => { ${expression} })()))()`, target: { context }, awaitPromise: true, userActivation: true }); if (r.type === 'exception') throw new Error(r.exceptionDetails.text); return r.result.value === undefined ? undefined : JSON.parse(r.result.value); };
const until = async <T>(read: () => Promise<T>, what: string) => { for (let i = 0; i < 150; i++) { const v = await read().catch(() => undefined as T); if (v) return v; await new Promise((r) => setTimeout(r, 200)); } throw new Error('Not: ' + what); };
const shot = (file: string) => execSync(`DISPLAY=:77 import -window root ${S}/${file}.png`);
const rows = () => daybook.services.database.read.selectFrom('pushSubscriptions').select(['id', 'tokenHash', 'createdAt']).orderBy('createdAt').execute();
let code = 0;
try {
  await bidi('browsingContext.navigate', { context, url: `${daybook.url}/app/user/my-account#devices`, wait: 'complete' });
  await until(() => run(`return !!document.querySelector('[role=switch]')`), 'switch');
  log('permission', await run(`return [Notification.permission, navigator.userAgent]`));
  await run(`[...document.querySelectorAll('[role=switch]')].find((e) => /push/i.test(e.closest('label, div')?.textContent ?? '') || /push/i.test(e.labels?.[0]?.textContent ?? '')).click()`);
  await until(async () => (await rows()).length === 1, 'subscription');
  log('subscribed', (await rows()).length);
  await new Promise((r) => setTimeout(r, 800)); shot('ff-subscribed');
  await remind({ ...daybook.services, db: daybook.services.database.write } as any, { companyId: employee.companyId, userId: employee.userId, type: 'calendarEvent', text: 'New request: Mara', link: '/app/user/calendars?date=2026-03-03' });
  const shown = await until(async () => { const l = await run(`return (await (await navigator.serviceWorker.getRegistration()).getNotifications()).map((n) => ({ title: n.title, body: n.body, lang: n.lang, icon: n.icon, tag: n.tag, data: n.data }))`); return l.length ? l : undefined; }, 'notification');
  log('shown', shown);
  await new Promise((r) => setTimeout(r, 1500)); shot('ff-notification');
  const wins = execSync(`DISPLAY=:77 xdotool search --onlyvisible --name '.*' | while read w; do echo $w $(DISPLAY=:77 xdotool getwindowgeometry --shell $w | tr '\\n' ' ') $(DISPLAY=:77 xdotool getwindowname $w); done`).toString();
  log(wins);
  const popup = wins.split('\n').map((l) => ({ l, m: /X=(-?\d+) Y=(-?\d+) WIDTH=(\d+) HEIGHT=(\d+)/.exec(l) })).filter(({ m }) => m && Number(m[3]) > 100 && Number(m[3]) < 600 && Number(m[4]) > 30 && Number(m[4]) < 400).at(-1);
  if (popup?.m) {
    const [, x, y, w, h] = popup.m.map(Number) as number[];
    execSync(`DISPLAY=:77 xdotool mousemove ${x! + w! / 2} ${y! + h! / 2 } sleep 0.3 click 1`);
    await until(async () => (await run('return location.href')).includes('/app/user/calendars?date=2026-03-03'), 'opened');
    log('opened', await run('return location.href'));
    log('visited', await until(async () => (await daybook.services.database.read.selectFrom('reminders').select('visitedAt').executeTakeFirst())?.visitedAt?.toString(), 'visited'));
  }
  // The push service forgets this browser: all of its subscriptions end.
  uaid = randomUUID();
  client?.close();
  await until(async () => (await rows()).length === 2 || dropped, 'renewed').then(() => log('renewed'), (e) => log(String(e)));
  log('rows', (await rows()).length, await run(`const s = await (await navigator.serviceWorker.getRegistration()).pushManager.getSubscription(); return s?.endpoint`));
  await remind({ ...daybook.services, db: daybook.services.database.write } as any, { companyId: employee.companyId, userId: employee.userId, type: 'calendarEvent', text: 'Second: Ieva', link: '/app/user/my-account#reminders' });
  log('second', await until(async () => { const l = await run(`return (await (await navigator.serviceWorker.getRegistration()).getNotifications()).map((n) => n.body)`); return l.some((b: string) => /Ieva/.test(b)) ? l : undefined; }, 'second notification'));
  shot('ff-second');
} catch (e) { log(e); shot('ff-error'); code = 1; }
ff.kill(); ws.close(); wss.close(); push.close(); wsHttp.close();
await daybook[Symbol.asyncDispose]();
process.exit(code);
