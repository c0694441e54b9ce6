// Unpacks the archives of @sparticuz/chromium into TMPDIR, where the package puts them: `TMPDIR=… node
// tools/unpack-browser.ts <archives>`.
import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

const [archives = ''] = process.argv.slice(2);
const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
await Promise.all(names.map((name) => inflate(join(archives, name))));
