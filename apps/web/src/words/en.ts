/**
 * Every English text of the app, in the words of the product: connect, allow, business, plan, sign in.
 * `p` is the provider's name, `b` the name of a business. `**…**` marks strong text (see `ui/rich.tsx`).
 * The test beside this file rejects jargon, and literal text in components.
 */

const rules = new Intl.PluralRules('en')
const many = (n: number, one: string, other: string) => `${n} ${rules.select(n) === 'one' ? one : other}`

export const en = {
  app: {
    name: 'Counterfoil',
    skip: 'Skip to the content',
    navigation: 'Main',
    overview: 'Overview',
    businesses: 'Businesses',
    profile: 'Profile',
    connection: 'Connection',
    language: 'Language',
    theme: 'Colours',
    themes: { system: 'As on this device', light: 'Light', dark: 'Dark' },
    languages: { en: 'English', fr: 'Français' },
    footer: 'Counterfoil reads. It never changes your books.',
    settings: 'Display',
    needsScripts:
      'Connecting, disconnecting and signing out work without JavaScript. The rest of this page needs it.',
    changeFailed: 'Your change may not have been saved. Try again.',
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'This browser copies nothing by itself. Select this text and copy it.',
    contact: 'Contact us',
    reference: (reference: string) => `Reference ${reference}`,
    /** Before what it names, for people who hear the page. */
    before: (name: string) => `${name}: `,
    allBusinesses: 'All your businesses',
    yourBusiness: 'Your business',
  },

  /** What a state is called, wherever it is named. */
  state: {
    label: 'Connection',
    none: 'Not connected',
    signedOut: 'Signed out',
    connecting: 'Finish connecting',
    connected: 'Connected',
    limited: 'Connected, some things off',
    limitedShort: 'Some things off',
    reconnect: 'Reconnect needed',
    plan_ended: 'Plan ended',
    disconnected: 'Disconnected',
    provider_down: (p: string) => `${p} isn’t answering`,
    rate_limited: 'A short pause',
    partial: 'Some of it didn’t load',
    misconfigured: 'We’ve set something up wrong',
    justRead: 'read just now',
  },

  connect: {
    opening: (p: string) => `Opening ${p}…`,
    slow: (p: string) => `${p} is slow to open…`,
    failed: (p: string) => `${p} hasn’t opened yet. You can try again.`,
    offline: 'You’re offline. Connecting needs the internet.',
    business: 'Connect a business',
    another: 'Connect another business',
    again: 'Connect again',
    reconnect: (b: string) => `Reconnect ${b}`,
    switch: 'Switch to another business',
    allowMore: (p: string) => `Continue to ${p}`,
    askAgain: (p: string) => `Ask me again at ${p}`,
    tryAgain: 'Try again',
    startAgain: 'Start again',
    continue: 'Continue',
  },

  start: {
    title: 'See your business at a glance',
    lede: (p: string) =>
      `Connect ${p} to see your business here: which one it is, what may be read of it, and when it last was.`,
    before: (p: string) => `${p} opens, you choose the business, and you come straight back.`,
    sees: 'What Counterfoil sees',
    cant: { term: 'What it can’t do', detail: 'Move money, change your books, or see your password.' },
    stop: {
      term: 'How to stop',
      detail: (p: string, days: number) =>
        `Disconnect any time, here or in ${p}. A connection that isn’t used for ${many(days, 'day', 'days')} is disconnected by itself.`,
    },
    plan: (p: string) => `${p} connects apps only for businesses whose active plan includes it.`,
    connectedBefore: 'Connected before?',
    welcome: {
      title: 'Welcome back',
      lede: (b: string) => `Sign in to see **${b}**.`,
      ledeAny: 'Sign in to see your businesses.',
      note: (p: string) => `${p} says who you are. Before that, nobody sees anything of it here.`,
      other: 'Not you?',
      forget: 'Forget this device',
      forgetNote: 'It only forgets the name here. What is connected stays connected.',
    },
    half: {
      title: 'Connecting isn’t finished',
      body: (time: string, p: string) =>
        `You started at ${time} and haven’t come back from ${p} yet. Nothing was shared with Counterfoil.`,
      dismiss: 'Dismiss',
    },
    inApp: {
      title: 'This page is open inside another app',
      body: 'Signing in often fails here. Open it in Safari or Chrome instead.',
      copy: 'Copy link',
      open: (browser: string) => `Open in ${browser}`,
    },
    cookies: {
      title: 'Your browser is blocking a cookie',
      body: 'Counterfoil needs one cookie to finish connecting. Your browser is blocking it for this site.',
      how: 'Allow cookies for this address in your browser’s privacy settings, then press Connect again.',
    },
    sample: 'Sample',
    sampleNote: 'Made-up figures: Counterfoil doesn’t draw your own yet.',
    sampleCash: 'Cash',
    sampleInOut: 'Money in and out',
    sampleOwed: 'Who owes you',
    sampleTotal: 'Owed to you',
    sampleAges: ['Not due', '1–30 days late', 'Over 30 days'],
  },

  home: {
    lede: (p: string, date: string, count: number) =>
      `Connected to ${p} since **${date}**. Counterfoil can see ${many(count, 'thing', 'things')} and change nothing.`,
    ledeChanges: (p: string, date: string, count: number) =>
      `Connected to ${p} since **${date}**. Counterfoil can see or change ${many(count, 'thing', 'things')}.`,
    proofTitle: 'Is this the right one?',
    detailsTitle: 'This business',
    proofNote: (p: string) => `Read from ${p} just now.`,
    name: 'Name',
    address: 'Address',
    currency: 'Currency',
    timezone: 'Time zone',
    trade: 'Trade',
    plan: 'Plan',
    planActive: 'Active',
    planUnknown: 'Not known until Counterfoil can read again.',
    planEnded: (date: string) => `Ended. We noticed on ${date}.`,
    notGiven: 'Not given',
    notRead: 'Not read yet',
    notThisOne: 'Not this one? Switch',
    seesTitle: 'What Counterfoil can see',
    sawTitle: 'What Counterfoil could see',
    seesNote: (p: string) => `As ${p} last told Counterfoil.`,
    manage: 'Manage the connection',
    figuresTitle: 'Figures',
    figuresBody:
      'This is the place for cash, who owes you and profit by month. Counterfoil doesn’t draw them yet.',
    othersTitle: 'Your other businesses',
    frozen: (date: string) => `As of ${date}.`,
    updateNow: 'Update now',
    getting: (b: string) => `Getting ${b}`,
    stillGetting: (b: string) => `Still getting ${b}…`,
  },

  businesses: {
    title: 'Businesses',
    lede: (count: number) => `${many(count, 'business', 'businesses')} in Counterfoil.`,
    empty: 'No business is connected yet. When you connect one it shows here.',
    showing: 'Shown now',
    show: (b: string) => `Show ${b}`,
    switched: (b: string) => `Now showing ${b}.`,
    since: (date: string) => `Connected ${date}`,
    forget: (b: string) => `Remove ${b} from this list`,
    by: (email: string, date: string) => `Connected by ${email} on ${date}`,
  },

  profile: {
    title: 'Profile',
    account: (p: string) => `Your ${p} account`,
    name: 'Name',
    email: 'Email',
    since: (p: string) => `With ${p} since`,
    readOnly: (p: string) => `From ${p}. Change this in ${p}.`,
    notGiven: 'Not given',
    businesses: 'Your businesses',
    display: 'Display',
    signedIn: 'Where you are signed in',
    signedInLink: 'See where you are signed in',
    getting: 'Getting your profile',
  },

  signedIn: {
    title: 'Where you are signed in',
  },

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

  failure: {
    offline: {
      title: 'You’re offline',
      body: 'What you see was read earlier. It is read again when you are back online.',
      bar: 'You’re offline.',
      barSince: (time: string) => `You’re offline. What you see here is from ${time}.`,
      page: 'This page isn’t on your device yet. It opens when you are back online.',
      back: 'You’re back online.',
    },
    provider_down: {
      body: 'The connection is kept. While this page is open, we try again.',
      once: 'The connection is kept. You can try again.',
    },
    rate_limited: {
      body: (p: string, time: string) =>
        `We’ve asked ${p} for a lot in a short time. Trying again at ${time}.`,
      soon: (p: string) =>
        `We’ve asked ${p} for a lot in a short time. We’ll try again by ourselves in a moment.`,
      from: (p: string, time: string) =>
        `We’ve asked ${p} for a lot in a short time. You can try again at ${time}.`,
      later: (p: string) => `We’ve asked ${p} for a lot in a short time. Wait a little, then try again.`,
    },
    partial: {
      body: (p: string) =>
        `${p} answered only in part. What is missing is marked. While this page is open, we try again.`,
      once: (p: string) => `${p} answered only in part. What is missing is marked.`,
      load: 'Load the rest',
      row: 'Didn’t load',
    },
    not_allowed: {
      title: 'Not allowed yet',
      body: 'Counterfoil can’t see this. Allow it and it appears here.',
    },
    unknown: {
      title: 'Sorry, there is a problem',
      body: (p: string) => `Counterfoil only reads, so your figures in ${p} are not affected.`,
      bodyHere: (p: string) =>
        `Something in this page broke. Counterfoil only reads, so your figures in ${p} are not affected.`,
      overview: 'Go to Overview',
    },
    retry: 'Try again',
    tryNow: 'Try now',
    waiting: (seconds: number) => `You can try again in ${many(seconds, 'second', 'seconds')}.`,
  },

  ended: {
    title: 'You’ve been signed out',
    body: 'Sign in and you’ll come back to exactly this page.',
    stays:
      'Signing out disconnects nothing by itself. Nothing is read meanwhile, unless you are signed in elsewhere.',
    disconnectAll: 'Sign in to disconnect all',
    elsewhereTitle: 'You signed out in another tab',
    elsewhereBody: 'Nothing of yours is shown here any more.',
    signIn: 'Sign in',
    leave: 'Go to the start page',
    warnTitle: 'Still there?',
    warnBody: (time: string) => `You’ll be signed out at ${time}.`,
    stay: 'Stay signed in',
    stayed: 'You stay signed in.',
  },

  notFound: {
    title: 'We can’t find that page',
    body: 'The address may be old, or belong to something you can’t see.',
    overview: 'Overview',
    businesses: 'Businesses',
  },

  update: {
    title: 'A part of this page is missing',
    body: 'Counterfoil may have been updated. Reload to carry on.',
    reload: 'Reload',
  },
}

export type Catalogue = typeof en
