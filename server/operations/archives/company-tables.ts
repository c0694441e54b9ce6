// The one place that says what becomes of every table and column in the backup of a company. A new table or column is
// declared here, but for that of a plain list; a test fails until it is.
import { resources } from '#contract/all.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { contactColumns } from '#server/customers/contacts/contact-columns.ts';
import { sqlName } from '#server/lib/sql/sql-name.ts';

/**
 * The value that replaces a mapped one: the new company, file or record in place of the old. People are invited again:
 * who wrote a record is not named in the new one.
 */
export type MappedTo =
  | 'company'
  | 'person'
  | 'file'
  | 'delivery'
  | 'template'
  | 'campaign'
  | 'content'
  | 'message'
  | 'device';

/**
 * Columns are named once each, with spaces between.
 *
 * - `kept`: in the archive; a restore writes the value as it is.
 * - `mapped`: in the archive; a restore replaces the value, because it names a record of the whole installation.
 * - `never`: in the archive for people to read; no restore reads it.
 * - `omitted`: not even in the archive, because it is a secret, is computed by the database, or matters only while the
 *   installation runs.
 */
export interface TableRule {
  kept?: string;
  mapped?: Readonly<Record<string, MappedTo>>;
  never?: string;
  omitted?: string;
  /** The rows to archive, as a condition on the table `t`; all rows of the company by default. */
  only?: string;
  /** The column that names the company, if it is not `company_id`. */
  companyColumn?: string;
  /**
   * Why no restore reads a table whose columns are all `never`; the check of an archive counts its rows by this reason.
   */
  notRestored?: 'money' | 'rights' | 'audits';
  /** Rows with a `user_id` wait until the person accepts the invitation. */
  waits?: true;
  /** Expressions on the table `t` that replace the values of columns in the archive. */
  archived?: Readonly<Record<string, string>>;
  /** Expressions on the row `r` that replace the values of columns in a restore. */
  restored?: Readonly<Record<string, string>>;
  /** Expressions on the row `r` that a restore writes into omitted columns. */
  filled?: Readonly<Record<string, string>>;
}

const ofCompany = { company_id: 'company' } as const;
const ofPerson = { company_id: 'company', user_id: 'person' } as const;

/** As the view `event_figures` has it, of the visits that are restored before their events. */
const figureOfEvent = (column: string) => `coalesce((select t.${column} from their_visits t where t.event = r.id), 0)`;

/**
 * The links of messages act for their recipients: an archive has them without their tokens, and a restore takes none
 * out of an archive of an earlier version.
 */
function withoutTokens(...columns: ('html' | 'plain' | 'beginning' | 'message' | 'fields' | 'headers')[]) {
  const isJson = (column: string) => column === 'fields' || column === 'headers';
  const masked = (row: 't' | 'r'): Record<string, string> =>
    Object.fromEntries(
      columns.map((column) => [
        column,
        isJson(column) ? `mask_links(${row}.${column}::text)::jsonb` : `mask_links(${row}.${column})`,
      ]),
    );
  return { archived: masked('t'), restored: masked('r') };
}

const declaredTables: Readonly<Record<string, TableRule>> = {
  companies: {
    companyColumn: 'id',
    kept: 'name address country e_mail phone_number geolocation_id request_hours confirms_requests reminder_leads quiet_from quiet_until sms_reminders sms_countries embed_origins records_payments outside_detail',
    mapped: { id: 'company', logo_id: 'file' },
    // The new installation decides about the terms of the company, and proves its address again.
    never:
      'plan_number created_at verified_e_mail e_mail_verified_at sms_per_day campaign_mails_per_day campaign_mails_changed_at links_lead_directly',
  },
  geolocations: {
    kept: 'id name line_address place_id street city state country zip_code latitude longitude',
    mapped: ofCompany,
  },
  locations: {
    kept: 'id name url_name address country description geolocation_id time_zone is_page_public created_at is_url_name_kept',
    mapped: ofCompany,
    never: 'is_system',
  },
  files: {
    kept: 'display_name mime_type size sha256 width height is_public created_at',
    mapped: { company_id: 'company', id: 'file', uploaded_by: 'person' },
    never: 'is_system',
  },

  // People come back as invitations.
  employees: {
    kept: 'url_name profession description phone_number is_profile_public is_calendar_public created_at is_url_name_kept reminder_leads reminder_channels',
    mapped: { ...ofPerson, picture_id: 'file' },
    never: 'profile_shared_at setup_dismissed_at',
    waits: true,
  },
  employee_locations: { kept: 'location_id', mapped: ofPerson, waits: true },
  profile_pictures: { kept: 'position', mapped: { ...ofPerson, file_id: 'file' }, waits: true },
  // Of a restored company, those who have not accepted yet.
  restored_people: {
    kept: 'id log_in first_name last_name language calendar_id belongings',
    mapped: ofCompany,
  },
  // Rights are granted, never restored.
  user_actions: { notRestored: 'rights', never: 'company_id user_id action_id' },
  user_groups: { notRestored: 'rights', never: 'company_id user_id group_id' },
  user_pages: { notRestored: 'rights', never: 'company_id user_id page_id' },

  calendars: {
    kept: 'id step_minutes notice_minutes horizon_days hours_saved_at',
    mapped: ofPerson,
  },
  opening_hours: { kept: 'id calendar_id location_id weekday start_time end_time', mapped: ofCompany },
  breaks: { kept: 'id calendar_id location_id weekday start_time end_time', mapped: ofCompany },
  date_overrides: { kept: 'id calendar_id location_id date start_time end_time', mapped: ofCompany },
  // After a restore, they go on blocking until their calendar is read again.
  outside_times: { kept: 'calendar_id source_id start_at end_at', mapped: ofCompany },
  service_categories: { kept: 'id name position', mapped: ofCompany },
  services: {
    kept: 'id name description minutes price buffer_before buffer_after notice_minutes horizon_days is_active position category_id vat_rate colour pause_start pause_minutes cancel_hours reminder_leads',
    mapped: { company_id: 'company', picture_id: 'file' },
  },
  service_people: { kept: 'id service_id calendar_id location_id minutes price', mapped: ofCompany },
  service_vat_rates: { kept: 'service_id from_day rate', mapped: ofCompany },
  service_options: {
    kept: 'id service_id kind name minutes price vat_rate position max_count is_active',
    mapped: ofCompany,
  },

  contacts: {
    kept: `id ${contactColumns.join(' ')} created_at merged_into visits_count last_visit next_visit no_shows spent phone_key mail_consent sms_consent`,
    mapped: { company_id: 'company', created_by: 'person' },
    omitted: 'e_mail_key name_key search_text mail_hash sms_hash mail_standing sms_standing birthday_month visited_ids',
  },
  // Copied from contacts by the database.
  audience_facts: {
    omitted:
      'company_id id mail_hash sms_hash mail_standing sms_standing visits_count last_visit next_visit language birthday_month visited_ids capped_until',
  },
  contact_tags: { kept: 'contact_id tag', mapped: ofCompany },
  contact_calendars: { kept: 'calendar_id contact_id', mapped: ofCompany },
  contact_locations: { kept: 'location_id contact_id', mapped: ofCompany },
  contact_merges: { kept: 'id contact_id merged_id created_at moved undone_at', mapped: ofPerson },
  consents: {
    kept: 'id contact_id channel is_given source shown_text created_at proved_at',
    mapped: ofPerson,
    // Archives of earlier versions have a proof with each.
    restored: { proved_at: `case when r.is_given and r.source in ('staff', 'import') then null else r.proved_at end` },
  },
  suppressions: {
    kept: 'address evidence created_at reason times expires_at medium purpose',
    mapped: { company_id: 'company', id: 'delivery', delivery_id: 'delivery' },
  },

  visits: {
    kept: 'id location_id contact_id start_at end_at time_zone day name e_mail phone_number language status source send_sms held_until cancel_hours ended_by ended_at end_reason is_late calendar_uid sequence notified e_mail_reminder_sent_at sms_reminder_sent_at requested_at created_at updated_at came_through any_person remind_from',
    mapped: ofCompany,
    // Tokens of the visitor who holds the time, and a notice that is being prepared.
    omitted: 'hold_token_hash holder_hash notifying undo_by undo_until undo_facts',
  },
  events: {
    kept: 'id calendar_id location_id title description start_at end_at time_zone all_day start_date end_date type occupied lane held_until read_only link created_at updated_at blocks former_offset',
    mapped: { ...ofPerson, overlap_accepted_by: 'person' },
    omitted: 'words day counted_parts booked_price completed_price',
    // `their_visits` is made by the restore. The words are as `wordsOf` in server/booking/visits/insert-visit.ts has
    // them.
    filled: {
      counted_parts: figureOfEvent('counted_parts'),
      booked_price: figureOfEvent('booked_price'),
      completed_price: figureOfEvent('completed_price'),
      words: `folded(r.title || ' ' || coalesce((
        select concat_ws(' ', v.name, v.e_mail, v.phone_number) from visits v
        where v.company_id = $1::uuid and v.id = (select t.visit from their_visits t where t.event = r.id)), '  '))`,
    },
  },
  visit_parts: {
    kept: 'visit_id event_id position service_id service_name minutes price currency vat_rate buffer_before buffer_after pause_start pause_minutes',
    mapped: ofCompany,
  },
  visit_part_options: {
    kept: 'visit_id event_id position option_id kind name count minutes price vat_rate',
    mapped: ofCompany,
  },

  // The next file of the same source updates what the last one added.
  // A key is given to a device of one installation: it connects again after a restore.
  devices: {
    kept: 'kind location_id name connection dots min_poll_seconds max_poll_seconds poll_step_seconds is_paused created_at',
    mapped: { ...ofCompany, id: 'device' },
    never: 'is_confirmed',
  },
  device_states: {
    omitted: 'company_id device_id key_hash version version_at seen_at fault fault_at media max_height stalled_at',
  },
  // Paper of the past: what still waits is not printed by another installation.
  print_jobs: {
    omitted:
      'company_id id device_id location_id type_id template_id language document title cause_kind cause_key copy part parts state short_id token tries refused_media code reason created_by created_at handed_at settled_at expires_at',
  },
  // A package is for one person and one device of an installation.
  device_packages: { omitted: 'company_id id device_id user_id created_at code_hash code_until key_hash' },
  // Devices connect again after a restore; then people choose again.
  user_devices: { omitted: 'company_id user_id kind device_id' },
  // The types of the product have the same ids in every installation.
  type_printers: {
    kept: 'type_id location_id',
    mapped: { ...ofCompany, device_id: 'device' },
    only: 't.type_id in (select y.id from listing_types y where y.is_system)',
  },
  automatic_papers: {
    kept: 'type_id location_id language',
    mapped: ofCompany,
    only: 't.type_id in (select y.id from listing_types y where y.is_system)',
  },
  device_logs: {
    notRestored: 'audits',
    never: 'id company_id kind device_id device_name location_name type_key type_description text created_at',
  },

  imports: {
    kept: 'id file_name source choices state done total created_at touched_at',
    mapped: ofPerson,
  },
  import_refs: {
    kept: 'source kind external_id record_id import_id is_added given_digest stored_digest',
    mapped: ofCompany,
  },

  // Of messages only those that are settled: a restore must send nothing.
  deliveries: {
    kept: 'medium queue lane lane_key guarantee address state due_at expires_at attempts cause_kind cause_key reason answer settled_at created_at parts location_id time_zone given_up_at',
    mapped: { company_id: 'company', id: 'delivery' },
    // The price is settled where the message was sent.
    never: 'price',
    // The provider's name for it concerns this installation.
    omitted: 'claimed_at claimed_by route_id skips_route_id provider_ref notified_at day quiet_zone links counted',
    only: 't.settled_at is not null',
    filled: {
      // Employees have heard of mails that did not reach a customer.
      notified_at: "case when r.reason in ('bounced', 'returned', 'limit') then r.settled_at end",
      // The archive lacks the tokens of links: no message is sent again without them.
      links: "'{}'::jsonb",
    },
  },
  delivery_attempts: {
    kept: 'answer created_at outcome',
    mapped: { company_id: 'company', id: 'delivery', delivery_id: 'delivery' },
    omitted: 'words route_id',
    only: 'exists (select from deliveries d where d.id = t.delivery_id and d.settled_at is not null)',
  },
  email_messages: {
    kept: 'location_id from_e_mail from_name reply_to to_e_mail subject html plain beginning calendar_entry calendar_method created_at visit_id fields headers',
    mapped: { company_id: 'company', id: 'delivery', content_id: 'content', message_id: 'message' },
    ...withoutTokens('html', 'plain', 'beginning', 'fields', 'headers'),
    // The attached files are those of invoices.
    omitted: 'words attachment_key attachment_name attachment_type',
    only: 'exists (select from deliveries d where d.id = t.id and d.settled_at is not null)',
  },
  message_contents: {
    kept: 'cause_key html plain created_at',
    mapped: { ...ofCompany, id: 'content' },
    ...withoutTokens('html', 'plain'),
  },
  sms_messages: {
    kept: 'location_id visit_id from_sms to_sms typed subject message created_at',
    mapped: { company_id: 'company', id: 'delivery' },
    ...withoutTokens('message'),
    omitted: 'words',
    only: 'exists (select from deliveries d where d.id = t.id and d.settled_at is not null)',
  },
  // Responses to SMS; their gateway is the installation's.
  inbound_messages: {
    kept: 'from_sms message meaning created_at',
    mapped: { ...ofCompany, id: 'delivery' },
    omitted: 'gateway_id',
  },
  // The content of a push message is that of a notification.
  push_messages: { omitted: 'id company_id reminder_id subscription_id' },

  marketing_settings: { kept: 'customers_by_mail customers_by_sms declared_at', mapped: ofPerson },
  campaigns: {
    kept: 'medium name subject blocks message text language audience time_zone period_start period_end snapshot_at ended_at deleted_at created_at',
    mapped: { ...ofPerson, id: 'campaign' },
    // A restore must send nothing.
    never: 'started sending',
  },
  campaign_recipients: {
    kept: 'id contact_id address language basis left_out sent_at day unsubscribed_at created_at',
    mapped: { ...ofCompany, campaign_id: 'campaign', delivery_id: 'delivery' },
    // The archive omits messages that are not sent yet: their recipients may be sent the campaign again.
    archived: {
      delivery_id:
        'case when not exists (select from deliveries d where d.id = t.delivery_id and d.settled_at is null) then t.delivery_id end',
    },
    // The links in the message. Counts do not trust the previous campaign of restored recipients.
    omitted: 'token_hash link_count previous_at is_previous_known is_cap_stored waits_until',
  },
  campaign_links: { kept: 'position url', mapped: { ...ofCompany, campaign_id: 'campaign' } },
  campaign_visits: {
    kept: 'id recipient_id link is_person day created_at',
    mapped: { ...ofCompany, campaign_id: 'campaign' },
    // A click that waits for another act is no person's there.
    omitted: 'waits_until',
  },

  product_vat_rates: { kept: 'product_id from_day rate', mapped: ofCompany },
  till_places: { kept: 'location_id country mode', mapped: ofCompany },
  products: { kept: 'id name barcode price vat_rate has_key is_active created_at', mapped: ofCompany },
  till_registers: {
    kept: 'last_number last_z last_entry last_hash',
    mapped: { ...ofCompany, register_id: 'device' },
  },
  till_sessions: {
    kept: 'id location_id opened_at opening_cash closed_at counted_cash z_number z',
    mapped: { ...ofCompany, register_id: 'device', opened_by: 'person', closed_by: 'person' },
  },
  till_moves: { kept: 'id session_id kind amount reason created_at', mapped: ofPerson },
  till_device_numbers: { kept: 'id receipt_id previous number created_at', mapped: ofPerson },
  till_journal: {
    kept: 'entry kind subject_id at previous_hash hash',
    mapped: { ...ofCompany, register_id: 'device' },
  },
  // Sales that were not made yet.
  till_baskets: {
    omitted:
      'company_id id register_id contact_id lines discount discount_percent revision user_id created_at updated_at',
  },

  // Payments of customers.
  receipts: {
    kept: 'id visit_id contact_id location_id session_id number day amount currency refunds_id started_at created_at seller device_number',
    mapped: { ...ofPerson, register_id: 'device' },
  },
  receipt_lines: {
    kept: 'receipt_id position kind visit_id event_id name location_id calendar_id day quantity unit_price amount vat_rate refunded ref_receipt_id ref_position product_id discount_percent part_line',
    mapped: ofCompany,
  },
  receipt_sellers: { kept: 'name address registration vat_id vat_regime', mapped: ofCompany },
  receipt_payments: { kept: 'receipt_id position method amount given change', mapped: ofCompany },
  estimates: { kept: 'id day location_id amount updated_at', mapped: ofPerson, waits: true },
  // Counted again from the records.
  counts_by_day: { omitted: 'company_id subject day location_id calendar_id number amount completed' },
  counts_by_location_day: { omitted: 'company_id subject day location_id number amount completed' },
  counts_by_company_day: { omitted: 'company_id subject day number amount completed' },
  campaign_days: { omitted: 'company_id campaign_id day sent visited' },
  counts_by_month: { omitted: 'company_id subject month location_id calendar_id number amount completed' },
  closed_days: { omitted: 'company_id until' },
  // A restore marks its people, and the next search writes their documents.
  search_documents: {
    omitted: 'company_id user_id location_id document sort_name place_name latitude longitude',
  },
  search_changes: { omitted: 'id company_id user_id' },
  dirty_days: { omitted: 'id company_id day' },

  email_templates: {
    kept: 'key language subject body from_e_mail to_e_mail bcc_e_mail changed_at',
    mapped: { company_id: 'company', id: 'template' },
  },
  sms_templates: {
    kept: 'key language message from_sms to_sms changed_at',
    mapped: { company_id: 'company', id: 'template' },
  },

  // Money and its proofs stay where they were made.
  company_terms: {
    notRestored: 'money',
    never:
      'company_id id valid monthly_cost sms_cost discount_months discount_percentage max_users max_locations extra_user_cost extra_location_cost currency',
  },
  unit_prices: { notRestored: 'money', never: 'company_id kind valid price currency' },
  billing: { notRestored: 'money', never: 'company_id since next_period uses_from' },
  deposits: { notRestored: 'money', never: 'company_id posted held credit_limit currency' },
  transactions: { notRestored: 'money', never: 'company_id id kind cause step created_at' },
  entries: { notRestored: 'money', never: 'company_id transaction_id account amount currency' },
  holds: {
    notRestored: 'money',
    never: 'company_id id source_kind source_id amount settled released currency created_at ended_at',
  },
  usage: { notRestored: 'money', never: 'company_id id kind source_id amount currency day created_at' },
  payments: {
    notRestored: 'money',
    never:
      'company_id id number reference amount currency created_at created_by provider provider_ref captured refunded disputed reinstated failed seen_pending manual status confirmed_at invoice_id closed problem counted',
  },
  payment_moves: { notRestored: 'money', never: 'company_id payment_id step kind amount user_id created_at' },
  payment_attempts: {
    notRestored: 'money',
    never:
      'company_id id payment_id provider amount currency order_ref transaction_ref transaction_url url language created_at created_by expires_at captured refunded disputed reinstated seen_pending failed failure expired problem state due_at asked_at',
  },
  invoices: {
    notRestored: 'money',
    never:
      'company_id id kind series number label reference issued_at due_date period_start period_end net vat grand_total currency seller buyer credits_id replaces_id previous_hash hash',
  },
  invoice_lines: {
    notRestored: 'money',
    never:
      'company_id invoice_id position kind first_day last_day quantity unit_price discount_percentage net vat_category vat_rate',
  },
  invoice_line_usage: { notRestored: 'money', never: 'company_id usage_id invoice_id' },
  invoice_vat: { notRestored: 'money', never: 'company_id invoice_id category rate basis vat' },
  invoice_settlements: { notRestored: 'money', never: 'company_id invoice_id id kind payment_id amount created_at' },
  invoice_files: {
    notRestored: 'money',
    never: 'company_id invoice_id id language pdf_hash xml_hash size made_at announced_at',
  },
  // Follows from invoices and their settlements.
  open_invoices: { omitted: 'company_id invoice_id due_date' },
  dunning: { notRestored: 'money', never: 'company_id invoice_id level created_at' },
  billing_profiles: {
    notRestored: 'money',
    never: 'company_id name address country vat_id vat_id_checked_at billing_e_mail reference',
  },
  sms_funds_notices: { omitted: 'company_id notified_at' },

  // Audits prove what happened in this installation. Those of single fields may repeat what the archive omits.
  user_audits: {
    notRestored: 'audits',
    never: 'id created_at company_id user_id user_name actor_name text',
    omitted: 'address words',
  },
  data_audits: {
    notRestored: 'audits',
    never: 'id created_at company_id table_name method record_id user_id user_name actor_name',
    omitted: 'before after words',
  },

  // Sign-ins, links and tokens open doors; notifications belong to a person alone.
  sessions: {
    omitted:
      'id token_hash user_id company_id location_id remembered address user_agent created_at active_at expires_at locked_at impersonator_id return_to',
  },
  // Their addresses are secrets: people make new ones.
  feeds: {
    omitted:
      'company_id id kind calendar_id location_id contact_id visit_id token_hash detail created_by link_hash owner_hash created_at last_read_at',
  },
  // A restored company reads none until the person has entered the password again.
  outside_accounts: {
    kept: 'id calendar_id provider address log_in own_addresses created_at',
    mapped: ofCompany,
    omitted: 'secret state',
    filled: { state: `'signIn'` },
  },
  outside_calendars: {
    kept: 'id account_id calendar_id href name reads tentative_blocks writes detail removes_written',
    mapped: ofCompany,
    omitted:
      'change_token change_tag expanded_for accepts_removals fewer_since last_read_at reason status failing_since due_at begun_at claim claimed_until notified_at mailed_at last_written_at write_reason write_status write_failing_since write_notified_at write_mailed_at write_due_at paused_until',
  },
  outside_objects: {
    omitted: 'company_id outside_calendar_id href etag uid content busy problem title',
  },
  // Entries that were written stay known: the restored company writes no second ones.
  outside_written: {
    kept: 'outside_calendar_id event_id uid href etag wanted written state due_at',
    mapped: ofCompany,
    omitted: 'attempts reason status notified_at',
  },
  outside_rounds: {
    omitted: 'company_id id outside_calendar_id created_at listed changed removed reason',
  },
  invoice_links: { omitted: 'token_hash company_id invoice_id expires_at created_at' },
  action_links: {
    omitted: 'token_hash purpose company_id user_id e_mail expires_at created_at id visit_id is_revoked sign_in_id',
  },
  invitation_actions: { omitted: 'company_id token_hash action_id' },
  invitation_locations: { omitted: 'company_id token_hash location_id' },
  idempotency_keys: { omitted: 'company_id key body_hash answer created_at' },
  deleted_records: { omitted: 'id company_id user_id list deleted_at parts' },
  reminders: { omitted: 'company_id id user_id type text link created_at visited_at' },
  backups: {
    omitted:
      'company_id id state progress is_scheduled made_by made_by_name created_at ended_at expires_at size sha256 lease_until attempts',
  },
  backup_schedules: {
    kept: 'every keep',
    mapped: ofCompany,
    omitted: 'next_at',
    filled: { next_at: "case when r.every <> 'never' then now() + interval '1 day' end" },
  },
};

/** Tables with records of companies. */
export const companyTables: Readonly<Record<string, TableRule>> = { ...declaredTables, ...tablesOfPlainLists() };

/**
 * The tables of the lists of companies that are not declared above: the fields that people write are kept. When such a
 * table has another column, a test fails until it is declared.
 */
function tablesOfPlainLists(): Record<string, TableRule> {
  const lists = Object.values(resources) as unknown as AnyResource[]; // Each has its own exact type.
  const rules = lists.flatMap(({ area, declared: { tables = [], input } }): [string, TableRule][] => {
    const [table, ...others] = tables;
    if (area !== 'company' || !input || !table || others.length > 0 || table in declaredTables) return [];
    return [[table, { kept: ['id', ...Object.keys(input.shape).map(sqlName)].join(' '), mapped: ofCompany }]];
  });
  return Object.fromEntries(rules);
}

/** Tables of the whole installation: no backup of a company reads them. */
export const installationTables: readonly string[] = [
  'accounts',
  'actions',
  'announcements',
  'applied_sql',
  'banner_visits',
  'banners',
  'book_runs',
  'bounce_mailboxes',
  'bounce_readings',
  'unclear_reports',
  'device_applications',
  'feedback',
  'group_actions',
  'group_pages',
  'groups',
  'invoice_series',
  'job_askers',
  'jobs',
  'languages',
  'legal_texts',
  'listing_types',
  'menu_items',
  'message_templates',
  'migrations',
  'pages',
  'passkeys',
  'plans',
  'proved_addresses',
  'provider_events',
  'push_keys',
  'push_subscriptions',
  'recovery_codes',
  'reminder_runs',
  'removed_files',
  'restores',
  'route_binds',
  'route_tokens',
  'routes',
  'search_vocabulary',
  'second_factors',
  'seller',
  'seller_vat_rates',
  'server_secrets',
  'settings',
  'sign_in_challenges',
  'sms_gateways',
  'smtp_settings',
  'system_logs',
  'table_settings',
  'throttles',
  'turns',
  'unmatched_receipts',
  'used_captchas',
  'user_agreements',
  'user_identities',
  // Of accounts, the archive has the names and addresses of the people of the company.
  'users',
  'visitor_sign_ins',
  'zone_rules',
  'zone_rules_version',
];

/** The columns of a table that a restore writes, but for `filled`. */
export function restoredColumns({ kept, mapped = {} }: TableRule): string[] {
  return [...Object.keys(mapped), ...wordsOf(kept)];
}

const wordsOf = (columns: string | undefined) => (columns ? columns.split(' ') : []);

/** The columns of a table in the archive, in the order of their declaration. */
export function archivedColumns({ kept, mapped = {}, never }: TableRule): string[] {
  return [...Object.keys(mapped), ...wordsOf(kept), ...wordsOf(never)];
}

/** Every declared column; one that is declared twice is here twice. */
export function declaredColumns(rule: TableRule): string[] {
  return [...archivedColumns(rule), ...wordsOf(rule.omitted)];
}
