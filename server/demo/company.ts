// What the demo says about a company; the loader turns it into rows.

export interface DemoCompany {
  name: string;
  eMail: string;
  phoneNumber: string;
  country: string;
  planNumber: 1 | 2;
  /** The language its customers write in. */
  language: string;
  /** The first is the company's own address. */
  locations: DemoLocation[];
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
  /** Only of those who can sign in by the demo's password; the others get one made of their name. */
  logIn?: string;
  actions: ('user' | 'lcladmin' | 'admin' | 'sys')[];
  profession: string;
  description: string;
  phoneNumber: string;
  /** Names of scenes. */
  rooms: string[];
  profile: 'bookable' | 'no calendar' | 'hidden';
  calendar?: { stepMinutes?: number; noticeMinutes?: number; horizonDays?: number };
  services: DemoService[];
  /** On which days, where, and when; a weekday is at one place only. Times are wall times there. */
  works: DemoWork[];
  /** How much of the usual crowd comes to this person: 1 is usual. */
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

export interface DemoWork {
  /** A location's name in the address. */
  at: string;
  /** ISO weekdays: 1 is Monday. */
  weekdays: number[];
  hours: [start: string, end: string];
  /** A break in the opening hours of these days. */
  lunch?: [start: string, end: string];
}
