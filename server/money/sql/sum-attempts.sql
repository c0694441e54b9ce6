-- Sums up the attempts of a payment. A failed attempt cancels the payment only when it was pending (a declined card is
-- tried again), and none is open or pending.
create or replace function sum_payment_attempts() returns trigger language plpgsql as $$
begin
  update payments p set (captured, refunded, disputed, reinstated, seen_pending, failed, problem) = (
      select coalesce(sum(a.captured), 0), coalesce(sum(a.refunded), 0), coalesce(sum(a.disputed), 0),
        coalesce(sum(a.reinstated), 0), coalesce(bool_or(a.state = 'pending'), false),
        coalesce(bool_or(a.failed and a.seen_pending) and not bool_or(a.state in ('open', 'pending')), false),
        coalesce(max(a.problem), '')
      from payment_attempts a where a.company_id = p.company_id and a.payment_id = p.id),
    (provider, provider_ref) = (
      select a.provider, a.transaction_ref from payment_attempts a
      where a.company_id = p.company_id and a.payment_id = p.id and a.transaction_ref is not null
      order by a.captured > 0 desc, a.created_at desc limit 1)
  where p.company_id = new.company_id and p.id = new.payment_id;
  return null;
end $$;
-- Changes of other columns need no lock of the payment.
create or replace trigger payment_attempts_summed
  after insert or update of captured, refunded, disputed, reinstated, seen_pending, failed, expired, problem, transaction_ref
  on payment_attempts for each row execute function sum_payment_attempts();
