/* Generated from messages/connection.en.arb by packages/messages. Do not edit. */
export const connectionEn = {
  connectionPage: {
    titleNone: "Connection",
    allow: (thing: string) => `Allow ${thing}`,
    seeAll: "See all businesses",
    inHarbour: (provider: string) => `Connected apps in ${provider}`,
    none: "Nothing is connected. Nothing is read.",
  },
  stateBody: {
    connected: (provider: string) => `Counterfoil reads from ${provider} when you open a page.`,
    limited: "What you allowed can be read. What is off can’t.",
    reconnect: {
      ended: (business: string, date: string) => `The access to ${business} no longer works. We noticed on ${date}. Reconnect to read again.`,
      removed_at_provider: (provider: string, date: string) => `${provider} says that Counterfoil’s access has ended: somebody removed it there, or it ran out. We noticed on ${date}. Counterfoil has stopped reading.`,
      business_access_lost: (provider: string, business: string, date: string) => `${provider} no longer finds ${business} for you: you may have left it, or it was archived. We noticed on ${date}. Look in ${provider}, or switch to another business.`,
    },
    plan_ended: (business: string, date: string) => `${business}’s plan ended. We noticed on ${date}. Connected apps need it, so Counterfoil can’t read new figures. The connection is kept.`,
    trouble: {
      provider_down: "The connection is kept. While this page is open, we try again.",
      rate_limited: (provider: string, time: string) => `We’ve sent ${provider} too many requests in a short time. It can be read again from ${time}. The connection is kept.`,
      rate_limited_soon: (provider: string) => `We’ve sent ${provider} too many requests in a short time. It can be read again in a moment. The connection is kept.`,
      partial: (provider: string) => `${provider} answered only in part the last time. The connection is kept. While this page is open, we try again.`,
      misconfigured: "It isn’t something you did, and the connection is kept. It is noted in our log.",
    },
    disconnected: (business: string, date: string) => `You disconnected ${business} on ${date}. Counterfoil can no longer read it.`,
    unused: (business: string, date: string, days: number) => `Nobody used ${business} for ${days === 1 ? `${days} day` : `${days} days`}, so Counterfoil disconnected it on ${date} and can no longer read it.`,
  },
  notice: {
    seePlan: "See the plan",
    removeForGood: "Disconnect for good",
    remove: (business: string) => `Remove ${business} from Counterfoil`,
    allowOff: "Allow what is off",
    dismiss: "Hide this",
    dismissed: "Hidden. The connection mark at the top still shows it.",
    tryNow: "Try now",
    trying: "Trying…",
  },
  permission: {
    user: {
      name: "Your name and email",
      detail: "So that the right person is shown",
    },
    business: {
      name: "Business details",
      detail: "Name, address, currency",
    },
    account: {
      name: "Accounts and balances",
      detail: "Account names, types and balances",
    },
    customer: {
      name: "Customers",
      detail: "Names, emails, what they owe",
    },
    invoice: {
      name: "Invoices and payments",
      detail: "Amounts, due dates, what was paid",
    },
    customers_invoices: {
      name: "Customers and invoices",
      detail: "Names, emails, amounts, due dates, what was paid",
    },
    product: {
      name: "Products and services",
      detail: "Names and prices",
    },
    transaction: {
      name: "Transactions",
      detail: "Dates, descriptions, amounts",
    },
    estimate: {
      name: "Estimates",
      detail: "Amounts and dates",
    },
    sales_tax: {
      name: "Sales taxes",
      detail: "Names and rates",
    },
    vendor: {
      name: "Suppliers",
      detail: "Names and contact details",
    },
    other: {
      name: "Something else",
      detail: "A permission this page has no name for",
    },
    change: (thing: string) => `Change: ${thing}`,
    send: (thing: string) => `Send: ${thing}`,
    kind: {
      change: "What it can change",
      send: "What it can send",
    },
  },
  allowMore: {
    ask: (thing: string, detail: string) => `To show this, Counterfoil needs to see **${thing}** (${detail}). Your other permissions stay as they are.`,
    locked: (thing: string) => `Counterfoil can’t see ${thing}. Allow it and it appears here.`,
    notNow: "Not now",
    later: (thing: string) => `${thing}: still off. You can allow it on the connection page.`,
  },
  disconnect: {
    title: (business: string) => `Disconnect ${business}?`,
    doneTitle: (business: string) => `Disconnected from ${business}`,
    done: (business: string) => `Counterfoil can no longer read ${business}.`,
    confirmed: (provider: string) => `${provider} has confirmed it.`,
    confirming: (provider: string) => `Counterfoil has stopped reading. ${provider} hasn’t confirmed yet; we keep asking. To be sure, remove Counterfoil in ${provider}’s connected apps.`,
  },
}
