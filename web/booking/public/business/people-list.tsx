// The people of a business, each with a link to their own page.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BusinessPage } from '#contract/booking/business-page.ts';
import profileClasses from '#web/booking/public/profile/profile-page.module.css';
import { Portrait } from '#web/lib/ui/picture/portrait.tsx';
import classes from './business.module.css';

/** As many are shown at first. */
const firstPeople = 12;

export function BusinessPeople({ page: { people, location } }: { page: BusinessPage }) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  // One more is no reason for a button.
  const hasMore = !showsAll && people.length > firstPeople + 1;
  const shown = hasMore ? people.slice(0, firstPeople) : people;
  return (
    <section>
      <h2 className={profileClasses.heading}>{t('business.people')}</h2>
      <ul className={classes.people}>
        {shown.map((person, index) => (
          <li key={person.urlName}>
            <Link
              to="/$locationUrlName/$userUrlName"
              params={{ locationUrlName: location.urlName, userUrlName: person.urlName }}
              className={classes.person}
              // The button was here: the focus goes on to the people who appeared.
              ref={(link) => {
                if (showsAll && index === firstPeople && document.activeElement === document.body) link?.focus();
              }}
            >
              <Portrait picture={person.picture} name={person.name} size={56} />
              <span className={classes.personText}>
                <strong>{person.name}</strong>
                {person.profession && <span>{person.profession}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="default" mt="md" onClick={() => setShowsAll(true)}>
          {t('business.allPeople', { number: people.length })}
        </Button>
      )}
    </section>
  );
}
