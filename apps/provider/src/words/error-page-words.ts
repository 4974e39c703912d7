import { html, type HtmlValue } from '#html/html.ts'

/** Pages that end something: what happened, what it means, one way out. */
export function errorPageEn(harbour: string) {
  return {
    backToApp: (app: string) => `Back to ${app}`,
    badLink: errorPageBadLinkEn(harbour),
    expired: errorPageExpiredEn,
    answered: errorPageAnsweredEn,
    seeApps: 'See connected apps',
    formTooOld: errorPageFormTooOldEn,
    foreignForm: errorPageForeignFormEn,
    tooMany: errorPageTooManyEn,
    badRequest: errorPageBadRequestEn,
    notFound: errorPageNotFoundEn,
    fault: errorPageFaultEn(harbour),
    closed: errorPageClosedEn(harbour),
    notAllowed: errorPageNotAllowedEn,
    goingBack: errorPageGoingBackEn,
  }
}

function errorPageBadLinkEn(harbour: string) {
  return {
    title: `This link to ${harbour} isn’t right`,
    body: html`The app that sent you here needs to fix it. Nothing was shared.`,
  }
}

const errorPageExpiredEn = {
  title: 'This request has run out',
  body: (app: string) => html`Go back to ${app} and start again. Nothing was shared.`,
  someApp: 'the app',
}

const errorPageAnsweredEn = {
  title: 'You’ve already answered this',
  body: html`Nothing more to do here.`,
}

const errorPageFormTooOldEn = {
  title: 'We didn’t get what we need',
  body: (host: string) =>
    html`Your browser didn’t send back what we need. Allow cookies for ${host} and press Try again.`,
  again: 'Try again',
}

const errorPageForeignFormEn = {
  title: 'We stopped that to keep you safe',
  body: html`That answer did not come from a page of ours. Nothing was changed or shared.`,
}

const errorPageTooManyEn = {
  title: 'That’s a lot of tries',
  body: (clock: HtmlValue) => html`This will work again at ${clock}. Nothing was changed or shared.`,
}

const errorPageBadRequestEn = {
  title: 'We couldn’t read that',
  body: html`What your browser sent was not complete. Nothing was changed or shared. Go back and try once
  more.`,
}

const errorPageNotFoundEn = {
  title: 'Page not found',
  body: html`Check the address, or start from one of these pages.`,
}

function errorPageFaultEn(harbour: string) {
  return {
    title: `Sorry, there is a problem with ${harbour}`,
    body: (app: string | undefined) =>
      app === undefined ? html`Try again later.` : html`Nothing was shared with ${app}. Try again later.`,
  }
}

function errorPageClosedEn(harbour: string) {
  return {
    title: `Sorry, ${harbour} is closed for a moment`,
    body: html`Nothing was shared. If you pressed something, it may not have been done. Try again in a few
    minutes.`,
    plannedTitle: `Sorry, ${harbour} is closed`,
    until: (clock: HtmlValue, day: string) =>
      html`Sorry, ${harbour} is closed until ${clock} on ${day}. Nothing was shared. If you pressed something,
      it may not have been done.`,
  }
}

const errorPageNotAllowedEn = {
  title: 'This account can’t be used',
  body: html`Nothing was shared. Sign in with another account, or ask the person who looks after it.`,
}

const errorPageGoingBackEn = {
  title: (app: string) => `Taking you back to ${app}`,
  link: (host: string) => `Continue to ${host}`,
  denied: 'You didn’t allow access.',
}

export function errorPageFr(harbour: string): ReturnType<typeof errorPageEn> {
  return {
    backToApp: (app) => `Retour à ${app}`,
    badLink: errorPageBadLinkFr(harbour),
    expired: errorPageExpiredFr,
    answered: errorPageAnsweredFr,
    seeApps: 'Voir les applications connectées',
    formTooOld: errorPageFormTooOldFr,
    foreignForm: errorPageForeignFormFr,
    tooMany: errorPageTooManyFr,
    badRequest: errorPageBadRequestFr,
    notFound: errorPageNotFoundFr,
    fault: errorPageFaultFr(harbour),
    closed: errorPageClosedFr(harbour),
    notAllowed: errorPageNotAllowedFr,
    goingBack: errorPageGoingBackFr,
  }
}

function errorPageBadLinkFr(harbour: string): ReturnType<typeof errorPageEn>['badLink'] {
  return {
    title: `Ce lien vers ${harbour} est incorrect`,
    body: html`L’application qui vous a envoyé ici doit le corriger. Rien n’a été transmis.`,
  }
}

const errorPageExpiredFr: ReturnType<typeof errorPageEn>['expired'] = {
  title: 'Cette demande n’est plus valable',
  body: (app) => html`Retournez à ${app} et recommencez. Rien n’a été transmis.`,
  someApp: 'l’application',
}

const errorPageAnsweredFr: ReturnType<typeof errorPageEn>['answered'] = {
  title: 'Vous avez déjà répondu',
  body: html`Il n’y a plus rien à faire ici.`,
}

const errorPageFormTooOldFr: ReturnType<typeof errorPageEn>['formTooOld'] = {
  title: 'Il nous manque quelque chose',
  body: (host) =>
    html`Votre navigateur n’a pas renvoyé ce qu’il nous faut. Acceptez les cookies de ${host} et appuyez sur
    Réessayer.`,
  again: 'Réessayer',
}

const errorPageForeignFormFr: ReturnType<typeof errorPageEn>['foreignForm'] = {
  title: 'Nous avons bloqué cette action pour votre sécurité',
  body: html`Cette réponse ne venait pas d’une de nos pages. Rien n’a été modifié ni transmis.`,
}

const errorPageTooManyFr: ReturnType<typeof errorPageEn>['tooMany'] = {
  title: 'Trop de demandes en peu de temps',
  body: (clock) => html`Vous pourrez réessayer à ${clock}. Rien n’a été modifié ni transmis.`,
}

const errorPageBadRequestFr: ReturnType<typeof errorPageEn>['badRequest'] = {
  title: 'Nous n’avons pas pu lire cela',
  body: html`Ce que votre navigateur a envoyé était incomplet. Rien n’a été modifié ni transmis. Revenez en
  arrière et réessayez.`,
}

const errorPageNotFoundFr: ReturnType<typeof errorPageEn>['notFound'] = {
  title: 'Page introuvable',
  body: html`Vérifiez l’adresse, ou partez d’une de ces pages.`,
}

function errorPageFaultFr(harbour: string): ReturnType<typeof errorPageEn>['fault'] {
  return {
    title: `Désolés, ${harbour} rencontre un problème`,
    body: (app) =>
      app === undefined
        ? html`Réessayez plus tard.`
        : html`Rien n’a été transmis à ${app}. Réessayez plus tard.`,
  }
}

function errorPageClosedFr(harbour: string): ReturnType<typeof errorPageEn>['closed'] {
  return {
    title: `Désolés, ${harbour} est fermé pour quelques instants`,
    body: html`Rien n’a été transmis. Si vous veniez d’appuyer sur un bouton, l’action n’a peut-être pas eu
    lieu. Réessayez dans quelques minutes.`,
    plannedTitle: `Désolés, ${harbour} est fermé`,
    until: (clock, day) =>
      html`Désolés, ${harbour} est fermé jusqu’à ${clock} le ${day}. Rien n’a été transmis. Si vous veniez
      d’appuyer sur un bouton, l’action n’a peut-être pas eu lieu.`,
  }
}

const errorPageNotAllowedFr: ReturnType<typeof errorPageEn>['notAllowed'] = {
  title: 'Ce compte ne peut pas être utilisé',
  body: html`Rien n’a été transmis. Connectez-vous avec un autre compte, ou demandez à la personne qui s’en
  occupe.`,
}

const errorPageGoingBackFr: ReturnType<typeof errorPageEn>['goingBack'] = {
  title: (app) => `Nous vous ramenons à ${app}`,
  link: (host) => `Continuer vers ${host}`,
  denied: 'Vous n’avez pas autorisé l’accès.',
}
