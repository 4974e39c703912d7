import { html } from '#html/html.ts'

/** Connected apps: the list, one app, removing. */
export function appsEn(harbour: string) {
  return {
    title: 'Apps that can see your businesses',
    empty: 'No apps can see your businesses. When you connect one it shows here.',
    noMatch: (text: string) => `No app or business matches “${text}”.`,
    filter: 'Find an app or business',
    filterButton: 'Find',
    showAll: 'Show all',
    allBusinesses: 'All businesses of this account',
    canSee: (count: number) => (count === 1 ? 'Can see 1 thing' : `Can see ${count} things`),
    lastRead: (ago: string) => `Last read ${ago}`,
    neverRead: 'Has not read anything yet',
    since: (day: string) => `Since ${day}`,
    partial: 'We can’t show when apps last read right now.',
    why: 'Why is last read so recent?',
    whyBody: 'Apps may read in the background.',
    /** Of one business's applications, for people who hear the table. */
    caption: (business: string) => `Apps that can see ${business}`,
    columns: { app: 'App', sees: 'Can see', read: 'Last read', since: 'Since' },
    details: 'Details',
    detailsOf: (app: string, business: string) => ` of ${app} for ${business}`,
    deleted: 'This app no longer exists. Remove it to tidy up.',
    paused: (business: string, day: string | undefined) =>
      day === undefined
        ? html`Apps are paused for ${business} because its plan isn’t active.`
        : html`Apps are paused for ${business} because its plan ended on ${day}.`,
    renew: 'Renew',
    notUsedSince: (day: string) => `Not used since ${day}`,
    neverUsed: 'Never used',
    connectedBy: (name: string) => `Connected by ${name}`,
    connectedAllBy: (name: string) => `${name} connected all their businesses`,
    removableBy: (name: string) => `${name}, an owner or an admin can remove it`,
    removeAll: 'Remove all apps',
    detail: appsDetailEn,
    remove: appsRemoveEn,
    removeAllPage: appsRemoveAllPageEn(harbour),
  }
}

const appsDetailEn = {
  title: (app: string, business: string) => `${app} and ${business}`,
  titleAll: (app: string) => `${app} and all your businesses`,
  what: 'What it can see',
  whatChange: 'What it can change',
  profileOf: (name: string) => ({
    see_profile: { name: `See who ${name} is`, what: `The name and email address of ${name}` },
    change_profile: { name: `Change the profile of ${name}`, what: `The name and settings of ${name}` },
  }),
  strip: 'Last 30 days',
  stripSaid: (days: number, calls: number) =>
    days === 0
      ? 'It has read nothing in the last 30 days.'
      : `It read on ${days} of the last 30 days, ${calls === 1 ? 'once' : `${calls} times`} in all.`,
  stripSaidYoung: (days: number, calls: number) =>
    days === 0
      ? 'It has read nothing since it was connected.'
      : `It read on ${days === 1 ? '1 day' : `${days} days`} since it was connected, ${calls === 1 ? 'once' : `${calls} times`} in all.`,
  stripKey: 'One box a day: empty is quiet, filled is read.',
  stripUtc: 'Days are counted by UTC.',
  stripToday: 'Today',
  day: (day: string, calls: number) =>
    calls === 0 ? `${day}: quiet` : `${day}: read ${calls === 1 ? 'once' : `${calls} times`}`,
  where: 'How it was allowed',
  allowedBy: 'Allowed by',
  allowedOn: 'Allowed on',
  confirmedOn: 'Last confirmed on',
  allowedFrom: 'From',
  receipt: 'Receipt',
  lastRead: 'Last read',
  you: (email: string) => `You (${email})`,
  unknownBrowser: 'a browser we could not name',
  remove: 'Remove access',
  partOfAll: (name: string, app: string) =>
    html`${name} let ${app} see every business they look after, now and later. Yours is one of them.`,
  technical: 'Technical details',
  list: 'All connected apps',
  report: 'Report this app',
}

const appsRemoveEn = {
  title: (app: string, business: string) => `Remove ${app}’s access to ${business}?`,
  titleAll: (app: string) => `Remove ${app}’s access to all your businesses?`,
  body: (app: string, host: string) =>
    html`${app} stops at once. It may keep figures it already read; ask ${host} to delete them.`,
  partOfAll: (name: string, business: string) =>
    html`Only <b>${business}</b> is taken out. What else ${name} lets the app see stays, until ${name} lets it
      see all businesses again.`,
  button: 'Remove access',
  keep: 'Keep',
  done: (app: string, business: string) => `Removed. ${app} can’t see ${business}.`,
  doneAll: (app: string) => `Removed. ${app} can’t see your businesses.`,
  changedMind: (app: string) => html`Changed your mind? Connect again from ${app}.`,
  failed: (app: string) => html`That may not have worked: ${app} may still have access. Try again.`,
  already: (day: string) => html`Access was already removed on ${day}.`,
  alreadyTitle: (app: string) => `${app} has no access`,
}

function appsRemoveAllPageEn(harbour: string) {
  return {
    title: 'Remove all apps?',
    body: (count: number) =>
      count === 1
        ? html`1 connection ends at once. The app may keep figures it already read.`
        : html`${count} connections end at once. The apps may keep figures they already read.`,
    button: 'Remove all apps',
    keep: 'Keep them',
    done: 'Removed. No app you connected can see your businesses.',
    doneBody: html`Changed your mind? Connect again from the app. Signing in to ${harbour} is not affected.`,
    nothing: 'There is nothing to remove.',
  }
}
