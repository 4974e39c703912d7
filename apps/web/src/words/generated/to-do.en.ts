/* Generated from messages/to-do.en.arb by packages/messages. Do not edit. */
export const toDoEn = {
  title: "Today",
  nothing: "Nothing needs you today.",
  remind: (customer: string) => `Remind ${customer}`,
  lateOne: (days: number) => `${days === 1 ? "1 day" : `${days} days`} late`,
  late: ({ count, days }: { readonly count: number; readonly days: number }) => `${count} invoices, the oldest ${days === 1 ? "1 day" : `${days} days`} late`,
  send: (number: string) => `Send invoice ${number}`,
  unsent: "Approved, not sent yet",
  unsentFor: (customer: string) => `${customer}: approved, not sent yet`,
  drafts: (count: number) => `Finish ${count === 1 ? "1 draft invoice" : `${count} draft invoices`}`,
  draftsCount: "Drafts don’t count until you approve them.",
  businesses: {
    lede: (count: number) => `${count === 1 ? `${count} business` : `${count} businesses`} in Counterfoil.`,
    showing: "Shown now",
    since: (date: string) => `Connected ${date}`,
    by: (email: string, date: string) => `Connected by ${email} on ${date}`,
    owed: "Owed to you",
    late: "Late",
    profit: "Profit this month",
    first: "To do today",
  },
}
