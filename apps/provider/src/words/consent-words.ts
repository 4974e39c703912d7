import { html, type Html, type HtmlValue } from '#html/html.ts'

/** The consent page and the business choice. */
export function consentEn(harbour: string) {
  return {
    title: (app: string) => `Let ${app} see your business?`,
    titleChange: (app: string) => `Let ${app} see and change your business?`,
    titleAll: (app: string) => `Let ${app} see your businesses?`,
    titleMore: (app: string, count: number) =>
      count === 1 ? `${app} asks for one more thing` : `${app} asks for ${count} more things`,
    wants: (app: string, host: string): Html =>
      html`<b>${app}</b> (${host}) wants to read your accounts. You choose which business. It cannot move
        money.`,
    wantsChange: (app: string, host: string): Html =>
      html`<b>${app}</b> (${host}) wants to read and change your accounts. You choose which business. It
        cannot move money.`,
    wantsAll: (app: string, host: string): Html =>
      html`<b>${app}</b> (${host}) wants to read all businesses of this account. It cannot move money.`,
    unchecked: (host: string): Html =>
      html`${harbour} hasn’t checked this app. Only the address is certain: <b>${host}</b>.`,
    signedInAs: 'Signed in as',
    notYou: 'Not you? Use another account',
    allowedBefore: (day: string) => html`You allowed this on ${day}.`,
    ...businessChoiceEn,
    reason: consentReasonEn,
    /** In place of `plan_too_small`, where the name of the plan would say the opposite. */
    noneIncludes: html`It has no plan that includes connected apps.`,
    askOperator: `Ask whoever looks after ${harbour} for you to change its plan.`,
    fix: consentFixEn,
    /** Joined to the link for people who hear links without what is around them. */
    fixFor: (business: string) => ` ${business}`,
    covers: 'Which businesses?',
    coversBody: (app: string) =>
      html`${app} will see every business that you own or administer and that has an active plan, also later
      ones. Now that is:`,
    able: (app: string) => `What ${app} will be able to do`,
    change: (app: string) => `What ${app} can change`,
    fresh: 'New',
    already: (count: number) => `Already allowed (${count})`,
    optional: 'You can leave this out.',
    says: (app: string, reason: HtmlValue) => html`${app} says: ${reason}`,
    example: (business: string) => `Show an example from ${business}`,
    cant: (app: string) => html`${app} <b>can’t</b> move money, change your books, or see your password.`,
    cantChanging: (app: string) => html`${app} <b>can’t</b> move money or see your password.`,
    lasts: (host: string, connectedApps: HtmlValue) =>
      html`Access can last until you remove it. You can do that any time in ${connectedApps}. After you
      answer, you’ll go back to ${host}.`,
    technical: 'Technical details',
    technicalBody: 'The names of these permissions, as developers write them:',
    deny: 'Don’t allow',
    allow: 'Allow access',
    /** Completes the buttons for people who hear them alone. */
    allowFor: (app: string) => ` for ${app}`,
    until: (clock: HtmlValue) => html`This page works until ${clock}.`,
    moreTime: 'Give me more time',
    none: consentNoneEn,
    empty: consentEmptyEn(harbour),
  }
}

function consentEmptyEn(harbour: string) {
  return {
    title: `You don’t have a business in ${harbour} yet.`,
    body: (app: string): Html => html`${app} needs one to connect to. Nothing was shared.`,
    create: 'Create one',
    notNow: 'Not now',
  }
}

const consentReasonEn = {
  plan_ended: (plan: string, day: string | undefined) =>
    day === undefined ? html`Its ${plan} plan ended.` : html`Its ${plan} plan ended on ${day}.`,
  trial_over: (_plan: string, day: string | undefined) =>
    day === undefined ? html`Its trial is over.` : html`Its trial ended on ${day}.`,
  payment_failed: (_plan: string, _day: string | undefined) => html`Its last payment failed.`,
  plan_too_small: (plan: string, _day: string | undefined) =>
    html`Its ${plan} plan doesn’t include connected apps.`,
  not_owner_or_admin: (_plan: string, _day: string | undefined) =>
    html`Only an owner or admin of it can connect apps. Ask one of them to do it.`,
  archived: (_plan: string, _day: string | undefined) => html`It is archived.`,
}

const consentFixEn = {
  plan_ended: 'Renew',
  trial_over: 'Choose a plan',
  payment_failed: 'Update card',
  plan_too_small: 'Upgrade',
  not_owner_or_admin: '',
  archived: '',
}

const consentNoneEn = {
  title: 'No business can be connected yet',
  lede: (app: string, host: string) => html`<b>${app}</b> (${host}) wants to read a business of yours.`,
  hold: (app: string) =>
    html`When you’ve sorted it, come back here – we’ll hold ${app}’s request for 60 minutes.`,
  heldUntil: (clock: HtmlValue) => html`That is until ${clock}.`,
  check: 'Check again',
  unchanged: 'Nothing has changed yet',
  checked: (clock: HtmlValue) => html`Checked at ${clock}. Nothing has changed yet.`,
  notNow: (app: string) => `Tell ${app} “not now”`,
}

/** The choice of the business. */
export const businessChoiceEn = {
  which: 'Which business?',
  choose: 'Choose a business',
  goneSince: (business: string) => html`${business}’s plan ended a moment ago. Choose another business.`,
  keepOne: 'Keep at least one thing ticked',
  notInAccount: 'That business isn’t in this account. Choose another business.',
  search: 'Find a business',
  searchButton: 'Find',
  noMatch: (text: string) => `No business matches “${text}”.`,
  showAll: 'Show all businesses',
  askedThis: (app: string) => `${app} asked for this one.`,
  askedBlocked: (app: string, business: string, reason: Html) =>
    html`${app} asked for <b>${business}</b>. ${reason}`,
  askedUnknown: (app: string) => html`The business ${app} asked for isn’t in this account.`,
  different: 'Choose a different business',
  planUntil: (plan: string, day: string) => `${plan} plan, active until ${day}`,
  planActive: (plan: string) => `${plan} plan, active`,
  connectedSince: (day: string) => `Connected ${day}`,
  manage: (app: string) => `Manage what ${app} may see now`,
  cannotCount: (count: number) =>
    count === 1 ? '1 business can’t be connected yet' : `${count} businesses can’t be connected yet`,
}
