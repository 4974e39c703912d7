-- What the business prints on its invoices beside the amounts: how to pay, and its tax number. An older release prints neither.

alter table businesses
  -- The instructions for payment, printed on unpaid invoices.
  add column payment_details text check (char_length(payment_details) between 1 and 1000),
  add column tax_number text check (char_length(tax_number) between 1 and 100);
