import { connectionEn } from './connection-words.ts'
import { overviewEn } from './overview-words.ts'
import { pictureEn } from './picture-words.ts'
import { sinceEn } from './since-words.ts'
import { pluralOf } from './plural.ts'

/**
 * Every English text of the app, in the words of the product: connect, allow, business, plan, sign in.
 * `p` is the provider's name, `b` the name of a business. `**…**` marks strong text (see `ui/rich.tsx`).
 * The test beside this file rejects jargon, and literal text in components.
 */

const many = pluralOf('en')

export const en = {
  ...connectionEn,
  overview: overviewEn,
  picture: pictureEn,
  since: sinceEn,

  app: {
    name: 'Counterfoil',
    skip: 'Skip to the content',
    navigation: 'Main',
    overview: 'Overview',
    lists: {
      invoices: 'Invoices',
      customers: 'Customers',
      products: 'Products',
      transactions: 'Transactions',
      accounts: 'Accounts',
      estimates: 'Estimates',
    },
    businesses: 'Businesses',
    profile: 'Profile',
    connection: 'Connection',
    language: 'Language',
    theme: 'Colours',
    themes: { system: 'As on this device', light: 'Light', dark: 'Dark' },
    languages: { en: 'English', fr: 'Français' },
    footer: 'Counterfoil reads. It changes your books only when you allow it and press Save.',
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
    lede: (p: string) => `Connect ${p} to see cash, who owes you, and profit by month.`,
    ledeWithout: (p: string) => `Connect ${p} to see who owes you, what is coming, and what came in.`,
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
    sampleNote: 'Made-up figures of a made-up business.',
  },

  home: {
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
    morePictures: 'More pictures',
    fewerPictures: 'Fewer pictures',
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
      body: (p: string) => `What is shown here is read from ${p}. Reading changes nothing there.`,
      bodyHere: (p: string) =>
        `Something in this page broke. What it shows is read from ${p}; reading changes nothing there.`,
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
