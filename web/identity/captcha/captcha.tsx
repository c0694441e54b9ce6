// Checks that the visitor is human: our own proof of work, solved while they type, or the frame of a chosen service.
import { Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { application } from '#contract/site/application.ts';
import classes from '#web/identity/entry/entry.module.css';
import { query } from '#web/lib/client/client.ts';
import { renderCaptcha, type ServiceName } from './captcha-services.ts';
import { solveCaptcha } from './solve-captcha.ts';

interface CaptchaProps {
  /** Receives the response, or '' while there is none. */
  onResponse: (response: string) => void;
  error?: string | undefined;
  /** A response is valid once; each new number requests another one. */
  attempt: number;
}

export function Captcha(props: CaptchaProps) {
  const key = useQuery({ ...query(application.getCaptchaKey, {}), staleTime: Number.POSITIVE_INFINITY }).data;
  if (!key) return null;
  const { provider, value } = key;
  return provider === 'altcha' ? (
    <ProofOfWorkCheck {...props} />
  ) : (
    <ServiceCheck {...props} name={provider} siteKey={value} />
  );
}

function ProofOfWorkCheck({ onResponse, error, attempt }: CaptchaProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<'checking' | 'checked' | 'failed'>('checking');
  const [retries, setRetries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt and each retry starts a new check.
  useEffect(() => {
    const controller = new AbortController();
    setState('checking');
    onResponse('');
    solveCaptcha(controller.signal).then(
      (response) => {
        if (controller.signal.aborted) return;
        onResponse(response);
        setState('checked');
      },
      () => controller.signal.aborted || setState('failed'),
    );
    return () => controller.abort();
  }, [attempt, retries]);
  return (
    <div>
      <div className={classes.check} data-wrong={error !== undefined} role="status">
        {state === 'checking' && <Loader size="xs" />}
        {state === 'checked' && (
          <IconCircleCheck size={20} color="var(--mantine-color-green-filled)" aria-hidden="true" />
        )}
        {state === 'failed' ? (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={() => setRetries(retries + 1)}
          >
            {t('entry.checkAgain')}
          </Button>
        ) : (
          t(`entry.${state}`)
        )}
      </div>
      <FieldError error={error} />
    </div>
  );
}

function ServiceCheck({
  onResponse,
  error,
  attempt,
  name,
  siteKey,
}: CaptchaProps & { name: ServiceName; siteKey: string }) {
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt needs a new response.
  useEffect(() => {
    onResponse('');
    const element = frame.current?.appendChild(document.createElement('div'));
    if (element) void renderCaptcha(name, element, siteKey, onResponse);
    return () => element?.remove();
  }, [attempt, name, siteKey]);
  return (
    <div>
      <div ref={frame} />
      <FieldError error={error} />
    </div>
  );
}

function FieldError({ error }: { error: string | undefined }) {
  if (!error) return null;
  return (
    <p className={classes.small} role="alert" style={{ color: 'var(--mantine-color-error)', marginBlockStart: 4 }}>
      {error}
    </p>
  );
}
