import { html } from '#html/html.ts'
import type { businessChoiceEn, consentEn } from './consent-words.ts'

export function consentFr(harbour: string): ReturnType<typeof consentEn> {
  return {
    title: (app) => `Autoriser ${app} à voir votre entreprise ?`,
    titleChange: (app) => `Autoriser ${app} à voir et à modifier votre entreprise ?`,
    titleAll: (app) => `Autoriser ${app} à voir vos entreprises ?`,
    titleMore: (app, count) =>
      count === 1 ? `${app} demande une chose de plus` : `${app} demande ${count} choses de plus`,
    wants: (app, host) =>
      html`<b>${app}</b> (${host}) souhaite lire votre comptabilité. C’est vous qui choisissez l’entreprise.
        L’application ne peut pas déplacer d’argent.`,
    wantsChange: (app, host) =>
      html`<b>${app}</b> (${host}) souhaite lire et modifier votre comptabilité. C’est vous qui choisissez
        l’entreprise. L’application ne peut pas déplacer d’argent.`,
    wantsAll: (app, host) =>
      html`<b>${app}</b> (${host}) souhaite lire toutes les entreprises de ce compte. L’application ne peut
        pas déplacer d’argent.`,
    unchecked: (host) =>
      html`${harbour} n’a pas vérifié cette application. Seule l’adresse est certaine : <b>${host}</b>.`,
    signedInAs: 'Connecté en tant que',
    notYou: 'Ce n’est pas vous ? Utiliser un autre compte',
    allowedBefore: (day) => html`Vous avez donné cette autorisation le ${day}.`,
    ...businessChoiceFr,
    reason: consentReasonFr,
    noneIncludes: html`Elle n’a pas de forfait comprenant les applications connectées.`,
    askOperator: `Demandez à la personne qui s’occupe de ${harbour} pour vous de changer son forfait.`,
    fix: consentFixFr,
    fixFor: (business) => ` – ${business}`,
    covers: 'Quelles entreprises ?',
    coversBody: (app) =>
      html`${app} verra chaque entreprise dont vous êtes propriétaire ou administrateur et dont le forfait est
      actif, y compris plus tard. Pour l’instant :`,
    able: (app) => `Ce que ${app} pourra faire`,
    change: (app) => `Ce que ${app} peut modifier`,
    fresh: 'Nouveau',
    already: (count) => `Déjà autorisé (${count})`,
    optional: 'Facultatif : vous pouvez décocher cette ligne.',
    says: (app, reason) => html`${app} dit : ${reason}`,
    example: (business) => `Voir un exemple tiré de ${business}`,
    cant: (app) =>
      html`${app} <b>ne peut pas</b> déplacer d’argent, modifier votre comptabilité ni voir votre mot de
        passe.`,
    cantChanging: (app) => html`${app} <b>ne peut pas</b> déplacer d’argent ni voir votre mot de passe.`,
    lasts: (host, connectedApps) =>
      html`L’accès peut durer jusqu’à ce que vous le retiriez. Vous pouvez le faire à tout moment dans
      ${connectedApps}. Après votre réponse, vous retournerez à ${host}.`,
    technical: 'Détails techniques',
    technicalBody: 'Les noms de ces autorisations, tels que les développeurs les écrivent :',
    deny: 'Ne pas autoriser',
    allow: 'Autoriser l’accès',
    allowFor: (app) => ` pour ${app}`,
    until: (clock) => html`Cette page reste valable jusqu’à ${clock}.`,
    moreTime: 'Il me faut plus de temps',
    none: consentNoneFr,
    empty: consentEmptyFr(harbour),
  }
}

function consentEmptyFr(harbour: string): ReturnType<typeof consentEn>['empty'] {
  return {
    title: `Vous n’avez pas encore d’entreprise dans ${harbour}.`,
    body: (app) => html`Il en faut une à ${app} pour se connecter. Rien n’a été transmis.`,
    create: 'En créer une',
    notNow: 'Pas maintenant',
  }
}

const consentReasonFr: ReturnType<typeof consentEn>['reason'] = {
  plan_ended: (plan, day) =>
    day === undefined
      ? html`Son forfait ${plan} a pris fin.`
      : html`Son forfait ${plan} a pris fin le ${day}.`,
  trial_over: (_plan, day) =>
    day === undefined ? html`Son essai est terminé.` : html`Son essai a pris fin le ${day}.`,
  payment_failed: () => html`Son dernier paiement a échoué.`,
  plan_too_small: (plan) => html`Son forfait ${plan} ne comprend pas les applications connectées.`,
  not_owner_or_admin: () =>
    html`Seul un propriétaire ou un administrateur peut y connecter des applications. Demandez-le à l’un
    d’eux.`,
  archived: () => html`Elle est archivée.`,
}

const consentFixFr: ReturnType<typeof consentEn>['fix'] = {
  plan_ended: 'Renouveler',
  trial_over: 'Choisir un forfait',
  payment_failed: 'Mettre à jour la carte',
  plan_too_small: 'Passer à un forfait supérieur',
  not_owner_or_admin: '',
  archived: '',
}

const consentNoneFr: ReturnType<typeof consentEn>['none'] = {
  title: 'Aucune entreprise ne peut encore être connectée',
  lede: (app, host) => html`<b>${app}</b> (${host}) souhaite lire une de vos entreprises.`,
  hold: (app) =>
    html`Quand ce sera réglé, revenez ici – nous gardons la demande de ${app} pendant 60 minutes.`,
  heldUntil: (clock) => html`C’est-à-dire jusqu’à ${clock}.`,
  check: 'Vérifier de nouveau',
  unchanged: 'Rien n’a encore changé',
  checked: (clock) => html`Vérifié à ${clock}. Rien n’a encore changé.`,
  notNow: (app) => `Répondre « pas maintenant » à ${app}`,
}

const businessChoiceFr: typeof businessChoiceEn = {
  which: 'Quelle entreprise ?',
  choose: 'Choisissez une entreprise',
  goneSince: (business) =>
    html`Le forfait de ${business} vient de prendre fin. Choisissez une autre entreprise.`,
  keepOne: 'Laissez au moins une case cochée',
  notInAccount: 'Cette entreprise n’est pas dans ce compte. Choisissez une autre entreprise.',
  search: 'Chercher une entreprise',
  searchButton: 'Chercher',
  noMatch: (text) => `Aucune entreprise ne correspond à « ${text} ».`,
  showAll: 'Afficher toutes les entreprises',
  askedThis: (app) => `${app} a demandé celle-ci.`,
  askedBlocked: (app, business, reason) => html`${app} a demandé <b>${business}</b>. ${reason}`,
  askedUnknown: (app) => html`L’entreprise demandée par ${app} n’est pas dans ce compte.`,
  different: 'Choisir une autre entreprise',
  planUntil: (plan, day) => `Forfait ${plan}, actif jusqu’au ${day}`,
  planActive: (plan) => `Forfait ${plan}, actif`,
  connectedSince: (day) => `Connectée le ${day}`,
  manage: (app) => `Gérer ce que ${app} peut voir maintenant`,
  cannotCount: (count) =>
    count === 1
      ? '1 entreprise ne peut pas encore être connectée'
      : `${count} entreprises ne peuvent pas encore être connectées`,
}
