/* Generated from messages/reminders.en.arb by packages/messages. Do not edit. */
export const remindersEn = {
  title: (customer: string) => `Remind ${customer}`,
  about: (count: number) => `One email names ${count === 1 ? "this late invoice" : `all ${count} late invoices`}. Nothing is sent until you press Send.`,
  tone: "Tone",
  tones: {
    friendly: "Friendly",
    firm: "Firm",
    final: "Last reminder",
  },
  language: "Language of the email",
  languages: {
    en: "English",
    fr: "French",
    de: "German",
  },
  send: "Send",
  copy: "Copy the text",
  copied: "Copied",
  hindrance: {
    paid: "Nothing of this customer is late any more. Nothing was sent.",
    sent_today: "You already wrote to this customer today. Nothing was sent; try again tomorrow.",
    changed: "Something was paid or changed just now. The message is up to date again: check it, then press Send.",
    unread: "We couldn’t check whether it was paid meanwhile. Nothing was sent; try again.",
  },
  mail: {
    subject: ({ count, number }: { readonly count: number; readonly number: string }) => `Reminder: ${count === 1 ? `invoice ${number}` : `${count} unpaid invoices`}`,
    greeting: (customer: string) => `Hello ${customer},`,
    lead: {
      friendly: (count: number) => `A friendly reminder that ${count === 1 ? "this invoice is" : "these invoices are"} now overdue:`,
      firm: (count: number) => `We have not yet received payment for ${count === 1 ? "this invoice" : "these invoices"}:`,
      final: (count: number) => `This is our last reminder. ${count === 1 ? "This invoice is" : "These invoices are"} still unpaid:`,
    },
    line: ({ number, amount, day, days }: { readonly number: string; readonly amount: string; readonly day: string; readonly days: number }) => `Invoice ${number}: ${amount}, due ${day} (${days === 1 ? `${days} day` : `${days} days`} late)`,
    close: {
      friendly: "If you have already paid, you can ignore this message. Thank you.",
      firm: "We ask you to pay within 7 days, or to tell us if something is wrong.",
      final: "We ask you to pay within 7 days. After that we will have to take further steps.",
    },
  },
}
