// One page for each kind of grant, exported for the routes.
import { grantsPage } from './grants-page.tsx';

export const CompanyActionGrants = grantsPage('company', 'actions');
export const CompanyGroupGrants = grantsPage('company', 'groups');
export const CompanyLocationGrants = grantsPage('company', 'locations');
export const CompanyPageGrants = grantsPage('company', 'pages');
export const ActionGrants = grantsPage('system', 'actions');
export const GroupGrants = grantsPage('system', 'groups');
export const LocationGrants = grantsPage('system', 'locations');
export const PageGrants = grantsPage('system', 'pages');
export const GroupActionGrants = grantsPage('groups', 'actions');
export const GroupPageGrants = grantsPage('groups', 'pages');
