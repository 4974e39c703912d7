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
    needsScripts: 'Connecting works without JavaScript. The rest of this page needs it.',
    changeFailed: 'Your change was not saved. Try again.',
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'This browser copies nothing by itself. Select this text and copy it.',
    contact: 'Contact us',
    reference: (reference: string) => `Reference ${reference}`,
    allBusinesses: 'All your businesses',
    yourBusiness: 'Your business',
  },

  chip: {
    label: 'Connection',
    none: 'Not connected',
    connecting: 'Finish connecting',
    connected: 'Connected',
    limited: 'Connected, some things off',
    limitedShort: 'Some things off',
    reconnect: 'Reconnect needed',
    plan_ended: 'Plan ended',
    trouble: (p: string) => `${p} isn’t answering`,
    disconnected: 'Disconnected',
  },

  connect: {
    opening: (p: string) => `Opening ${p}…`,
    slow: (p: string) => `${p} is slow to open…`,
    failed: (p: string) => `${p} didn’t open. Try again.`,
    offline: 'You’re offline. Connecting needs the internet.',
    business: 'Connect a business',
    another: 'Connect another business',
    again: 'Connect again',
    reconnect: (b: string) => `Reconnect ${b}`,
    change: 'Choose another business',
    allowMore: (p: string) => `Continue to ${p}`,
    askAgain: (p: string) => `Ask me again at ${p}`,
    tryAgain: 'Try again',
    startAgain: 'Start again',
    continue: 'Continue',
  },

  start: {
    title: 'See your business at a glance',
    lede: (p: string) => `Connect ${p} to see cash, who owes you, and profit by month.`,
    before: (p: string) => `${p} opens, you choose the business, and you come straight back.`,
    facts: [
      {
        term: 'What Counterfoil sees',
        detail: 'Business details, accounts, customers, invoices and products.',
      },
      { term: 'What it can’t do', detail: 'Move money, change your books, or see your password.' },
    ],
    stop: { term: 'How to stop', detail: (p: string) => `Disconnect any time, here or in ${p}.` },
    plan: (p: string) => `${p} connects apps only for businesses with an active Pro or Advisor plan.`,
    half: {
      title: 'You didn’t finish',
      body: (time: string, p: string) =>
        `You started connecting at ${time} and didn’t finish at ${p}. Nothing was shared.`,
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
    sampleNote: 'Made-up figures, to show what a connected business could look like.',
    sampleCash: 'Cash',
    sampleInOut: 'Money in and out',
    sampleOwed: 'Who owes you',
    sampleTotal: 'Owed to you',
    sampleAges: ['Not due', '1–30 days late', 'Over 30 days'],
  },

  home: {
    lede: (p: string, date: string, count: number) =>
      `Connected to ${p} since **${date}**. Counterfoil can see ${many(count, 'thing', 'things')} and change nothing.`,
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
    notThisOne: 'Not this one? Switch',
    seesTitle: 'What Counterfoil can see',
    sawTitle: 'What Counterfoil could see',
    seesNote: (date: string) => `You allowed this on ${date}.`,
    manage: 'Manage the connection',
    figuresTitle: 'Figures',
    figuresBody:
      'Cash, who owes you and profit by month will have their place here. Counterfoil doesn’t draw them yet.',
    othersTitle: 'Your other businesses',
    frozen: (date: string) => `As of ${date}.`,
    updateNow: 'Update now',
    getting: (b: string) => `Getting ${b}`,
    stillGetting: (b: string) => `Still getting ${b}…`,
  },

  businesses: {
    title: 'Businesses',
    lede: (count: number) => `${many(count, 'business', 'businesses')} connected to Counterfoil.`,
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
    signOut: 'Sign out',
    signOutNote: 'Signing out keeps your businesses connected. Disconnecting is separate.',
    getting: 'Getting your profile',
  },

  signedIn: {
    title: 'Where you are signed in',
    lede: 'Every browser that is signed in to Counterfoil as you.',
    current: 'This browser',
    started: (date: string) => `Signed in ${date}`,
    seen: (ago: string) => `Last used ${ago}`,
    end: 'Sign out there',
    device: (device: string) => device,
    ended: (device: string) => `Signed out ${device}.`,
    everywhere: 'Sign out everywhere',
    everywhereNote: 'Signs out this browser too. Your businesses stay connected.',
    onlyThis: 'You are signed in only here.',
    getting: 'Getting the list',
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
    seesSince: (date: string) => `Allowed on ${date}`,
    off: 'Off',
    offTitle: 'What is off',
    couldTitle: 'What you could add',
    cant: 'It can’t move money, change your books, or see your password.',
    allow: (thing: string) => `Allow ${thing}`,
    allowOne: 'Allow',
    havingTrouble: 'Having trouble?',
    troubleBody: (p: string) =>
      `Reconnecting renews the access at ${p}. While it lasts you come straight back, without a question.`,
    askBody: (p: string) => `To see ${p}’s question again, ask for it here.`,
    actions: 'Change or stop',
    disconnectLink: (b: string) => `Disconnect ${b}`,
    addBusiness: 'Connect another business',
    seeAll: 'See all businesses',
    inHarbour: (p: string) => `Connected apps in ${p}`,
    none: 'No business is connected. Nothing is read.',
  },

  stateTitle: {
    none: 'Not connected',
    connecting: 'Connecting isn’t finished',
    connected: 'Connected',
    limited: 'Connected, with some things off',
    reconnect: 'Reconnect needed',
    plan_ended: 'The plan ended',
    trouble: (p: string) => `${p} isn’t answering`,
    disconnected: 'Disconnected',
  },

  stateBody: {
    connected: (p: string) => `Counterfoil reads from ${p} when you open a page.`,
    limited: 'Everything you allowed works. What is off stays empty.',
    reconnect: {
      ended: (p: string, b: string, date: string) =>
        `The access to ${b} ran out. We noticed on ${date}. Nothing in ${p} has changed. Reconnect to read again.`,
      removed_at_provider: (p: string, date: string) =>
        `Someone removed Counterfoil’s access in ${p}. We noticed on ${date}. Counterfoil has stopped reading. What you see here is from before that.`,
      security_change: (p: string, date: string) =>
        `Something changed in your ${p} account, so ${p} closed the access. We noticed on ${date}. Nothing is lost. Reconnect to read again.`,
      business_access_lost: (p: string, b: string) =>
        `You no longer have access to ${b} in ${p}. Ask its owner to add you back, or choose another business.`,
    },
    plan_ended: (b: string, date: string) =>
      `${b}’s plan ended. We noticed on ${date}. Connected apps need it, so Counterfoil can’t read new figures. Nothing is deleted.`,
    trouble: {
      provider_down: 'Your connection is fine and nothing is lost. We’ll keep trying.',
      rate_limited: (p: string, time: string) =>
        `We’ve asked ${p} for a lot in a short time. It can be read again from ${time}. Your connection is fine.`,
      rate_limited_soon: (p: string) =>
        `We’ve asked ${p} for a lot in a short time. It can be read again in a moment. Your connection is fine.`,
      partial: (p: string) =>
        `${p} answered only in part the last time. Your connection is fine and nothing is lost.`,
      misconfigured:
        'We’ve set something up wrong. It isn’t something you did, and nothing is lost. We’ve been told.',
    },
    disconnected: (b: string, date: string) =>
      `You disconnected ${b} on ${date}. Counterfoil can no longer read it.`,
  },

  notice: {
    seePlan: (b: string) => `See ${b}’s plan`,
    useAnother: 'Use another business',
    removeForGood: 'Disconnect for good',
    remove: (b: string) => `Remove ${b} from Counterfoil`,
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
    product: { name: 'Products and services', detail: 'Names and prices' },
    transaction: { name: 'Transactions', detail: 'Dates, descriptions, amounts' },
    estimate: { name: 'Estimates', detail: 'Amounts and dates' },
    sales_tax: { name: 'Sales taxes', detail: 'Names and rates' },
    vendor: { name: 'Suppliers', detail: 'Names and contact details' },
    other: { name: 'Something else', detail: 'A permission this page has no name for' },
    change: 'See and change',
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
    stops: (b: string, count: number) => [
      `Counterfoil stops reading ${b} at once. ${many(count, 'permission ends', 'permissions end')}.`,
      'Its key is deleted here and stops working at once.',
    ],
    staysTitle: 'What stays',
    stays: (p: string) => [
      `Your books in ${p} are not touched.`,
      'Counterfoil keeps no figures of yours, so none are left behind. Only the name and this date stay in your list, until you remove them.',
    ],
    others: (count: number) => `${many(count, 'other business stays', 'other businesses stay')} connected.`,
    confirm: (b: string) => `Disconnect ${b}`,
    working: 'Disconnecting…',
    stay: 'Stay connected',
    doneTitle: (b: string) => `Disconnected from ${b}`,
    done: (b: string) => `Counterfoil can no longer read ${b}.`,
    confirmed: (p: string) => `${p} has confirmed it.`,
    confirming: (p: string) =>
      `Counterfoil has deleted its key and stopped reading. ${p} hasn’t confirmed yet; we’ll keep trying. To be sure, remove Counterfoil in ${p}’s connected apps.`,
    already: (date: string) => `It was already disconnected on ${date}.`,
    offline: 'You’re offline. Disconnecting needs the internet. Nothing has changed.',
    failed: 'That didn’t work. The connection has not changed. Try again.',
    toOverview: 'Go to Overview',
    gone: 'There is nothing to disconnect here.',
  },

  result: {
    seeOverview: 'See overview',
    notNow: 'Not now',
    back: 'Go back',
    connected: {
      title: (b: string) => `Connected to ${b}`,
      body: (p: string) => `Check that it is the one you meant. This is what ${p} says about it.`,
      receipt: (count: number, date: string, reference: string) =>
        `You allowed ${many(count, 'thing', 'things')} on ${date}. Reference ${reference}.`,
      save: 'Save a copy',
      switch: 'Not this one? Switch',
    },
    connected_less: {
      title: 'Connected, with some things off',
      body: (b: string, things: string) =>
        `${b} is connected. You didn’t allow ${things}, so that stays empty. Everything else works.`,
      allow: 'Allow what is off',
    },
    still_connected: {
      title: (b: string) => `Still connected to ${b}`,
      body: 'Nothing changed. Access was renewed.',
    },
    switched: {
      title: (b: string) => `Switched to ${b}`,
      body: (b: string) => `**${b}** was disconnected.`,
    },
    declined: {
      title: 'You didn’t connect',
      titleStill: 'Nothing changed',
      titleMore: 'Still off',
      body: 'Nothing was shared with Counterfoil.',
      bodyMore: 'Nothing else changed.',
      bodyStill: (b: string) => `${b} stays as it was.`,
    },
    no_business: {
      title: 'No business to connect yet',
      body: (p: string) =>
        `${p} told us none of your businesses has an active Pro or Advisor plan. You can change that in ${p} and come back.`,
      plans: (p: string) => `See plans in ${p}`,
      other: 'Use another account',
    },
    expired: {
      title: 'That took a little too long',
      body: 'For safety, connecting has to finish within 15 minutes. Nothing was shared.',
    },
    mismatch: {
      title: 'We stopped that to keep you safe',
      body: (p: string) =>
        `The answer from ${p} didn’t match a request from this browser. This happens if you started in another browser or opened an old link. Nothing was shared.`,
      action: 'Start again here',
    },
    other_business: {
      title: 'You chose a different business',
      body: (expected: string, received: string) =>
        `You were reconnecting **${expected}**, but picked **${received}**. Nothing has changed yet.`,
      keep: (expected: string) => `Keep ${expected}`,
      switch: (received: string) => `Switch to ${received}`,
    },
    other_person: {
      title: (p: string) => `That’s a different ${p} account`,
      body: (b: string, expected: string, received: string) =>
        `**${b}** was connected by **${expected}**. You signed in as **${received}**. If ${received} should look after it from now on, continue.`,
      keep: (expected: string) => `Use ${expected}`,
      switch: (received: string) => `Continue as ${received}`,
    },
    other_account: {
      title: (p: string) => `You used another ${p} account`,
      body: (received: string) =>
        `You signed in as **${received}**. Nothing has changed yet: what the other account connected stays connected, and is found by signing in as that account.`,
    },
    decided: {
      kept: (b: string) => `${b} is kept`,
      keptBody: 'Nothing has changed. You can reconnect it now, and choose it again.',
      closed: 'This question has been answered already. Nothing more to do here.',
      switching: 'Switching…',
    },
    plan_ended: {
      title: (b: string) => `${b}’s plan ended`,
      body: (p: string) =>
        `Connected apps need an active Pro or Advisor plan, so ${p} didn’t connect it. Nothing was shared and nothing is deleted.`,
      bodyStill:
        'Connected apps need an active plan, so Counterfoil can’t read new figures. Nothing is deleted. It goes on by itself once the plan is active.',
    },
    provider_failed: {
      title: (p: string) => `${p} couldn’t finish that`,
      body: 'It isn’t something you did. Nothing was shared.',
      action: 'Try again in a minute',
    },
    misconfigured: {
      title: 'We’ve set something up wrong',
      body: 'Connecting won’t work until we fix it. It isn’t something you did, and nothing was shared. We’ve been told.',
    },
    rate_limited: {
      title: 'That’s a lot of tries',
      body: (time: string) => `Nothing was shared. You can start again at ${time}.`,
      bodySoon: 'Nothing was shared. You can start again in a few minutes.',
    },
    again: {
      title: 'It ended the same way twice',
      body: (p: string) =>
        `Trying once more is unlikely to help. Check in ${p} that the business and its plan are there, or wait a little and come back.`,
      link: (p: string) => `Open ${p}`,
    },
  },

  failure: {
    offline: {
      title: 'You’re offline',
      body: 'What you see was read earlier. It is read again when you are back online.',
      bar: 'You’re offline.',
      barSince: (time: string) => `You’re offline. What you see here is from ${time}.`,
      page: 'This page isn’t on your device yet. It opens when you are back online.',
      back: 'Back online. Updated.',
    },
    provider_down: {
      title: (p: string) => `${p} isn’t answering`,
      body: 'Your connection is fine and nothing is lost. We’ll keep trying.',
    },
    rate_limited: {
      title: 'A short pause',
      body: (p: string, time: string) =>
        `We’ve asked ${p} for a lot in a short time. Trying again at ${time}.`,
      soon: (p: string) =>
        `We’ve asked ${p} for a lot in a short time. We’ll try again by ourselves in a moment.`,
      from: (p: string, time: string) =>
        `We’ve asked ${p} for a lot in a short time. You can try again at ${time}.`,
      later: (p: string) => `We’ve asked ${p} for a lot in a short time. Wait a little, then try again.`,
    },
    partial: {
      title: 'Some of it didn’t load',
      body: (p: string) =>
        `${p} answered only in part. What is missing is marked. Your connection is fine, and we’ll keep trying.`,
      load: 'Load the rest',
      row: 'Didn’t load',
    },
    not_allowed: {
      title: 'Not allowed yet',
      body: 'Counterfoil can’t see this. Allow it and it appears here.',
    },
    unknown: {
      title: 'Sorry, there is a problem',
      body: (p: string) => `We’ve been told about it. Your figures in ${p} are not affected.`,
      bodyHere: (p: string) => `Something in this page broke. Your figures in ${p} are not affected.`,
      documentTitle: 'Problem',
      overview: 'Go to Overview',
    },
    retry: 'Try again',
    tryNow: 'Try now',
    waiting: (seconds: number) => `You can try again in ${many(seconds, 'second', 'seconds')}.`,
  },

  ended: {
    title: 'You’ve been signed out to keep your account safe',
    body: 'Sign in and you’ll come back to exactly this page.',
    elsewhereTitle: 'You signed out in another tab',
    elsewhereBody: 'Nothing of yours is shown here any more. Your businesses stay connected.',
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
    title: 'Counterfoil was updated',
    body: 'Reload to carry on.',
    reload: 'Reload',
  },
}

export type Catalogue = typeof en
