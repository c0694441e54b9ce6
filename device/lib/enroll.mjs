// Changes the one-use code of a package into the key of the device, at the first start.
import { randomBytes } from 'node:crypto';
import { Problem } from './problem.mjs';

/**
 * The agent makes the key, and stores it before Daybook hears it: when the answer is lost, the same code with the same
 * key is accepted once more.
 */
export async function enroll(settings, daybook) {
  const { values } = settings;
  if (values.key) return;
  if (!values.code)
    throw new Problem('settings', 'agent.json has neither a code nor a key. Download the package again.');
  if (!values.newKey) await settings.change({ newKey: randomBytes(32).toString('base64url') });
  await daybook.enroll(values.code, values.newKey).catch((error) => {
    if (error.code !== 'gone') throw error;
    throw new Problem(
      'code',
      'Daybook does not accept the code of this package: it is older than 24 hours, was used already, or the device ' +
        'was reset. Download the package again.',
    );
  });
  await settings.change({ key: values.newKey, newKey: undefined, code: undefined });
}
