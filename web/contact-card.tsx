// Joins the card of a customer (customers) and the payments of visits (booking), areas that do not import each other.
import { CardPayment } from './booking/receipts/card-payment.tsx';
import { ContactPage } from './customers/contacts/contact-page.tsx';

export function ContactCard() {
  return <ContactPage payment={(visit, name) => <CardPayment key={visit.id} visit={visit} name={name} />} />;
}
