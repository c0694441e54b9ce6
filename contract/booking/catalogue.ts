// The services of a business as its people do them: one entry of a service, however many do it.
import type { BusinessPage, PagePerson } from './business-page.ts';

export interface CatalogueFacts {
  /** The shortest and the longest way in which one of them does it. */
  minutes: number;
  maxMinutes: number;
  /** The lowest price. */
  price: number;
  /** Another of them takes a higher price. */
  isFrom: boolean;
  /** How many of them do it. */
  people: number;
}

export type CatalogueService = BusinessPage['services'][number] & CatalogueFacts;

/** The services that at least one of the people does, in the order of the page. */
export function catalogueOf(page: Pick<BusinessPage, 'services'>, people: readonly PagePerson[]): CatalogueService[] {
  const offersOf = Map.groupBy(
    people.flatMap(({ offers }) => offers),
    ({ serviceId }) => serviceId,
  );
  return page.services.flatMap((service) => {
    const offers = offersOf.get(service.id);
    if (!offers) return [];
    const minutes = offers.map((offer) => offer.minutes);
    const prices = offers.map((offer) => offer.price);
    const price = Math.min(...prices);
    return [
      {
        ...service,
        minutes: Math.min(...minutes),
        maxMinutes: Math.max(...minutes),
        price,
        isFrom: Math.max(...prices) > price,
        people: offers.length,
      },
    ];
  });
}

/** Returns the people who do all of the services. */
export function peopleWhoDo(people: readonly PagePerson[], serviceIds: readonly string[]): PagePerson[] {
  return people.filter(({ offers }) => serviceIds.every((id) => offers.some(({ serviceId }) => serviceId === id)));
}

/** The people whom visitors can book; everyone where they can book none of them. */
export function peopleToBook({ people }: Pick<BusinessPage, 'people'>): readonly PagePerson[] {
  const bookable = people.filter(({ isBookable }) => isBookable);
  return bookable.length > 0 ? bookable : people;
}
