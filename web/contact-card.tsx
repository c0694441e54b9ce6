// Joins the card of a customer (customers) and the payments of visits (booking), areas that do not import each other.
import { PayButton } from './booking/receipts/pay-button.tsx';
import { ContactPage } from './customers/contacts/contact-page.tsx';

export function ContactCard() {
  return <ContactPage payment={(visitId, name) => <PayButton visitId={visitId} name={name} isSmall />} />;
}
