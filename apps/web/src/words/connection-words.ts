import { pluralOf } from './plural.ts'

const many = pluralOf('en')

/** Of a connection: its page, its states, its permissions, and its end. */
export const connectionEn = {
  connectionPage: {
    title: (b: string) => `Connection to ${b}`,
    titleNone: 'Connection',
    state: 'State',
    since: 'Since',
    lastRead: 'Last read',
    nextRead: 'Next read',
    whenOpened: 'When you open a page',
    never: 'Not yet',
    connectedBy: 'Connected by',
    endsUnused: 'Ends if unused',
    off: 'Off',
    offTitle: 'What is off',
    couldTitle: 'What you could add',
    cant: 'It can’t move money, change your books, or see your password.',
    allow: (thing: string) => `Allow ${thing}`,
    allowOne: 'Allow',
    havingTrouble: 'Having trouble?',
    troubleBody: (p: string) => `Reconnecting renews the access at ${p}.`,
    actions: 'Change or stop',
    disconnectLink: (b: string) => `Disconnect ${b}`,
    seeAll: 'See all businesses',
    inHarbour: (p: string) => `Connected apps in ${p}`,
    none: 'No business is connected. Nothing is read.',
    signedOut:
      'Nobody is signed in here. What is connected stays connected, and this browser reads none of it.',
  },

  stateBody: {
    connected: (p: string) => `Counterfoil reads from ${p} when you open a page.`,
    limited: 'What you allowed can be read. What is off can’t.',
    reconnect: {
      ended: (b: string, date: string) =>
        `The access to ${b} no longer works. We noticed on ${date}. Reconnect to read again.`,
      removed_at_provider: (p: string, date: string) =>
        `${p} says that Counterfoil’s access has ended: somebody removed it there, or it ran out. We noticed on ${date}. Counterfoil has stopped reading.`,
      business_access_lost: (p: string, b: string, date: string) =>
        `${p} no longer finds ${b} for you: you may have left it, or it was archived. We noticed on ${date}. Look in ${p}, or switch to another business.`,
    },
    plan_ended: (b: string, date: string) =>
      `${b}’s plan ended. We noticed on ${date}. Connected apps need it, so Counterfoil can’t read new figures. The connection is kept.`,
    trouble: {
      provider_down: 'The connection is kept. While this page is open, we try again.',
      rate_limited: (p: string, time: string) =>
        `We’ve asked ${p} for a lot in a short time. It can be read again from ${time}. The connection is kept.`,
      rate_limited_soon: (p: string) =>
        `We’ve asked ${p} for a lot in a short time. It can be read again in a moment. The connection is kept.`,
      partial: (p: string) =>
        `${p} answered only in part the last time. The connection is kept. While this page is open, we try again.`,
      misconfigured: 'It isn’t something you did, and the connection is kept. It is noted in our log.',
    },
    disconnected: (b: string, date: string) =>
      `You disconnected ${b} on ${date}. Counterfoil can no longer read it.`,
    unused: (b: string, date: string, days: number) =>
      `Nobody used ${b} for ${many(days, 'day', 'days')}, so Counterfoil disconnected it on ${date} and can no longer read it.`,
  },

  notice: {
    seePlan: (b: string) => `See ${b}’s plan`,
    removeForGood: 'Disconnect for good',
    remove: (b: string) => `Remove ${b} from Counterfoil`,
    allowOff: 'Allow what is off',
    dismiss: 'Hide this',
    dismissed: 'Hidden. The connection mark at the top still shows it.',
    tryNow: 'Try now',
    trying: 'Trying…',
  },

  permission: {
    user: { name: 'Your name and email', detail: 'So that the right person is shown' },
    business: { name: 'Business details', detail: 'Name, address, currency' },
    account: { name: 'Accounts and balances', detail: 'Account names, kinds and balances' },
    customer: { name: 'Customers', detail: 'Names, emails, what they owe' },
    invoice: { name: 'Invoices and payments', detail: 'Amounts, due dates, what was paid' },
    customers_invoices: {
      name: 'Customers and invoices',
      detail: 'Names, emails, amounts, due dates, what was paid',
    },
    product: { name: 'Products and services', detail: 'Names and prices' },
    transaction: { name: 'Transactions', detail: 'Dates, descriptions, amounts' },
    estimate: { name: 'Estimates', detail: 'Amounts and dates' },
    sales_tax: { name: 'Sales taxes', detail: 'Names and rates' },
    vendor: { name: 'Suppliers', detail: 'Names and contact details' },
    other: { name: 'Something else', detail: 'A permission this page has no name for' },
    change: (thing: string) => `Change: ${thing}`,
    send: (thing: string) => `Send: ${thing}`,
  },

  allowMore: {
    ask: (thing: string, detail: string) =>
      `To show this, Counterfoil needs to see **${thing}** (${detail}). Your other permissions stay as they are.`,
    locked: (thing: string) => `Counterfoil can’t see ${thing}. Allow it and it appears here.`,
    notNow: 'Not now',
    later: (thing: string) => `${thing}: still off. You can allow it on the connection page.`,
  },

  disconnect: {
    title: (b: string) => `Disconnect ${b}?`,
    stopsTitle: 'What stops',
    stops: (p: string, b: string, count: number) => [
      `Counterfoil stops reading ${b} at once. ${many(count, 'permission ends', 'permissions end')}.`,
      `Its key is used for one thing more: to ask ${p} to end it. Then it is deleted here.`,
      'What was read last is deleted with it.',
    ],
    staysTitle: 'What stays',
    stays: (p: string) => [
      `Your books in ${p} are not touched.`,
      'The name, who connected it and the dates stay in your list, until you remove them, or are signed out with nothing connected.',
    ],
    others: (count: number) =>
      `${many(count, 'other business stays as it is', 'other businesses stay as they are')}.`,
    confirm: (b: string) => `Disconnect ${b}`,
    working: 'Disconnecting…',
    stay: 'Stay connected',
    doneTitle: (b: string) => `Disconnected from ${b}`,
    done: (b: string) => `Counterfoil can no longer read ${b}.`,
    confirmed: (p: string) => `${p} has confirmed it.`,
    confirming: (p: string) =>
      `Counterfoil has stopped reading. ${p} hasn’t confirmed yet; we keep asking. To be sure, remove Counterfoil in ${p}’s connected apps.`,
    offline: 'You’re offline. Disconnecting needs the internet. Nothing has changed.',
    failed: 'We have no answer, so it may not be done. Try again.',
    toOverview: 'Go to Overview',
    gone: 'There is nothing to disconnect here.',
  },
}
