// An SMTP server that accepts every mail after a delay (ms), and prints the recipients.
import { SMTPServer } from 'smtp-server';

const delay = Number(process.argv[2] ?? 0);
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, session, done) {
    stream.resume();
    stream.on('end', () => {
      // `done` empties the envelope.
      const recipient = session.envelope.rcptTo[0]?.address;
      const accept = () => {
        done();
        process.stdout.write(`${recipient}\n`);
      };
      if (delay > 0) setTimeout(accept, delay);
      else accept();
    });
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.on('SIGTERM', () => process.exit(0));
