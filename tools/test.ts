// Runs the tests beside one database server that all of them share: `node tools/test.ts [what node --test takes]`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { holdTestServer } from '#server/testing/database.ts';

// Ctrl-C reaches the tests too: we wait for them to end, and the server goes with us.
process.on('SIGINT', () => {});
const server = await holdTestServer();
const tests = spawn(process.execPath, ['--test', ...process.argv.slice(2)], { stdio: 'inherit' });
process.on('SIGTERM', () => tests.kill());
const [code] = await once(tests, 'exit');
server.release();
process.exitCode = code ?? 1;
