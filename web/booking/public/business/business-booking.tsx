// The booking card of a business: services first, then anyone or one of the people who do them, then a time.
import { useEffect, useState } from 'react';
import type { BusinessPage } from '#contract/booking/business-page.ts';
import { catalogueOf, peopleToBook, peopleWhoDo } from '#contract/booking/catalogue.ts';
import type { BusinessSearch } from '#web/booking/public/business-search.ts';
import { withChosenOptions } from '#web/booking/public/services/chosen-options.ts';
import { addressPartOf } from '#web/booking/public/services/services-in-a-row.ts';
import { BookingCard } from '#web/booking/public/steps/booking-card.tsx';
import { loadHold } from '#web/booking/public/steps/stored-hold.ts';
import { useBooking } from '#web/booking/public/steps/use-booking.ts';
import type { UpdateSearch } from '#web/booking/public/use-update-search.ts';
import { PersonChoice } from './person-choice.tsx';

interface Props {
  page: BusinessPage;
  search: BusinessSearch;
  onSearch: UpdateSearch;
}

export function BusinessBooking({ page, search, onSearch }: Props) {
  const locationUrlName = page.location.urlName;
  // No person has this name: what is stored for the business is not mixed with that of a profile.
  const [address] = useState({ locationUrlName, userUrlName: 'anyone' });
  const [stored] = useState(() => loadHold(address));
  const [hasOpened, setOpened] = useState(false);
  useEffect(() => setOpened(true), []);

  const everyone = peopleToBook(page);
  const all = catalogueOf(page, everyone);
  const ids = ((search.service ?? (hasOpened ? undefined : stored?.service))?.split(',') ?? []).filter((id) =>
    all.some((service) => service.id === id),
  );
  const bookedIds = ids.length === 0 && all.length === 1 ? all.map(({ id }) => id) : ids;
  const able = peopleWhoDo(everyone, bookedIds);
  const wanted = search.person?.toLowerCase();
  const chosen = able.find(({ urlName }) => urlName.toLowerCase() === wanted);
  const person = chosen ?? (able.length === 1 ? able[0] : undefined);
  // With one person chosen, the lengths and prices are theirs.
  const offered = catalogueOf(page, person ? [person] : able);
  const booked = withChosenOptions(
    bookedIds.flatMap((id) => offered.find((service) => service.id === id) ?? []),
    search.options ?? (hasOpened ? undefined : stored?.options),
  );
  // A person who was chosen first limits the services; one who alone does the chosen services does not.
  const services = catalogueOf(page, chosen ? [chosen] : everyone);

  const booking = useBooking(
    address,
    { ...page, name: person?.name ?? '', timeZone: page.location.timeZone, services },
    booked,
    { stored, isAnyone: !person, person: person?.urlName },
  );
  const choice = (
    <PersonChoice
      people={able}
      chosen={chosen}
      services={booked}
      onChoose={(urlName) => onSearch({ person: urlName })}
    />
  );
  return (
    <BookingCard
      booking={booking}
      day={search.day}
      onDay={(day) => onSearch({ day })}
      onServices={(next) => onSearch({ service: addressPartOf(next) }, false)}
      onOptions={(options) => onSearch({ options })}
      choosePerson={able.length > 1 && choice}
      chosenFirst={chosen && choice}
      canAdd={({ id }) => peopleWhoDo(chosen ? [chosen] : everyone, [...bookedIds, id]).length > 0}
    />
  );
}
