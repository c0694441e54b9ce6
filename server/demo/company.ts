// The shape of a demo company; the loader turns it into rows.
import type { OptionKind } from '#contract/booking/services.ts';

export interface DemoCompany {
  name: string;
  eMail: string;
  phoneNumber: string;
  country: string;
  planNumber: 1 | 2;
  /** The language of its customers. */
  language: string;
  /** The first is the company's own address. */
  locations: DemoLocation[];
  /** Services that several people do, by category. */
  services?: { category: string; services: (DemoService & SharedRules)[] }[];
  people: DemoPerson[];
  contacts: { name: string; eMail: string; phoneNumber: string }[];
}

export interface DemoLocation {
  urlName: string;
  name: string;
  description: string;
  street: string;
  zipCode: string;
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

export interface DemoPerson {
  /** Also the name of the portrait. */
  urlName: string;
  firstName: string;
  lastName: string;
  /** Only for people who sign in with the demo's password; the others get one derived from their name. */
  logIn?: string;
  actions: ('user' | 'lcladmin' | 'admin' | 'sys')[];
  profession: string;
  description: string;
  phoneNumber: string;
  /** Names of scenes. */
  rooms: string[];
  profile: 'bookable' | 'no calendar' | 'hidden';
  calendar?: { stepMinutes?: number; noticeMinutes?: number; horizonDays?: number };
  /** Services of their own, and those of the company by name. */
  services: (DemoService | DoneService)[];
  /** The days, places and hours of work; a weekday is at one place only. Times are wall times there. */
  works: DemoWork[];
  /** Relative demand for this person: 1 is average. */
  demand?: number;
}

export interface DemoService {
  name: string;
  description: string;
  minutes: number;
  /** EUR. */
  price: number;
  before?: number;
  after?: number;
}

interface SharedRules {
  colour: string;
  /** After how many minutes the person is free for others, and for how long. */
  pause?: [start: number, minutes: number];
  cancelHours?: number;
  /** Hours before the start at which customers are reminded; those of the company without. */
  reminderLeads?: number[];
  options?: DemoOption[];
}

/** A variant or an extra of a service. */
interface DemoOption {
  kind: OptionKind;
  name: string;
  minutes?: number;
  price?: number;
  maxCount?: number;
}

/** How a person does a service of the company. */
export interface DoneService {
  does: string;
  minutes?: number;
  price?: number;
}

export interface DemoWork {
  /** A location's name in the address. */
  at: string;
  /** ISO weekdays: 1 is Monday. */
  weekdays: number[];
  hours: [start: string, end: string];
  /** A break in the opening hours of these days. */
  lunch?: [start: string, end: string];
}
