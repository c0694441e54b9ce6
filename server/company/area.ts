// The routes, pages and menu items of the company area.
import { companyLocations } from '#contract/company/locations.ts';
import { companyEmployees, systemPeople } from '#contract/company/people.ts';
import { type Area, heading, listPage, page } from '#server/lib/area.ts';
import { companyRoutes } from './details/routes.ts';
import { companyLocationRoutes } from './locations/routes.ts';
import type { ZoneOfVisits } from './locations/zone-of-visits.ts';
import {
  companyDismissalRoutes,
  companyEmployeeRoutes,
  employeeRoutes,
  systemDismissalRoutes,
  systemPeopleRoutes,
} from './people/routes.ts';
import { companyReceiptDetailsRoutes } from './receipt-details/routes.ts';

/** Booking passes in what a corrected time zone means for visits. */
export const companyArea = (zone: ZoneOfVisits) =>
  ({
    routes: {
      company: companyRoutes,
      companyReceiptDetails: companyReceiptDetailsRoutes,
      companyLocations: companyLocationRoutes(zone),
      companyEmployees: employeeRoutes,
      companyEmployee: companyEmployeeRoutes,
      systemPeople: systemPeopleRoutes,
      companyDismissals: companyDismissalRoutes,
      systemDismissals: systemDismissalRoutes,
    },
    menu: [
      heading({ key: 'company', name: 'Company', order: 20, icon: 'fa fa-building', ids: ['', '002551'] }),
      page('/app/company/details', 'admin', {
        key: 'companyDetails',
        name: 'Company details',
        order: 30,
        icon: 'fa fa-building',
        ids: ['000330', '000430'],
      }),
      page('/app/company/receipt-details', 'admin', { key: 'receiptDetails', order: 34, icon: 'fa fa-file-text' }),
      listPage(companyLocations, {
        name: 'Locations',
        order: 31,
        icon: 'fa fa-map-marker',
        ids: ['002501', '002552'],
      }),
      listPage(companyEmployees, {
        key: 'employees',
        name: 'Employees',
        order: 32,
        icon: 'fa fa-users',
        ids: ['002701', '002751'],
      }),
      listPage(systemPeople, {
        name: 'User management',
        order: 201,
        formerly: { order: [211] },
        icon: 'fa fa-users',
        ids: ['002602', '002652'],
      }),
    ],
  }) satisfies Area;
