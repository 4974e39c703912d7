/** Mails to owners of accounts: plain text. */
export function accountMailsEn(harbour: string) {
  return {
    reset: {
      subject: `Set a new password for ${harbour}`,
      asked: (day: string, clock: string, email: string) =>
        `On ${day} at ${clock} somebody asked for a link to set a new password for the ${harbour} account ${email}.`,
      open: 'If that was you, open this link within 30 minutes. It works once:',
      newest: 'Only the newest link works: asking for another one ends this one.',
      notYou:
        'If it was not you, do nothing: your password stays as it is, and whoever asked was not told whether this account exists.',
    },
    changed: {
      subject: `Your ${harbour} password was changed`,
      changed: (day: string, clock: string, email: string) =>
        `On ${day} at ${clock} the password of the ${harbour} account ${email} was changed, with a link that was sent to this address.`,
      signedOut: 'Everybody who was signed in to this account was signed out, in every browser.',
      stays:
        'Apps that you let in still have access, and so have scripts of your own. Look at them, and remove what you don’t know:',
      notYou: `If it was not you, somebody else can read your email. Secure your mailbox first, then tell whoever looks after ${harbour} for you, and set a new password:`,
    },
    codesOn: {
      subject: `Codes are on for your ${harbour} account`,
      body: (day: string, clock: string, email: string) =>
        `On ${day} at ${clock} codes from an app were turned on for the ${harbour} account ${email}. From now on signing in asks for one after the password.`,
      notYou: `If it was not you, somebody else knows your password. Tell whoever looks after ${harbour} for you at once.`,
    },
    codesOff: {
      subject: `Codes are off for your ${harbour} account`,
      body: (day: string, clock: string, email: string) =>
        `On ${day} at ${clock} codes from an app were turned off for the ${harbour} account ${email}. The password alone signs in now.`,
      notYou: `If neither you nor whoever looks after ${harbour} for you did it, tell them at once, and set a new password:`,
    },
  }
}

export function accountMailsFr(harbour: string): ReturnType<typeof accountMailsEn> {
  return {
    reset: {
      subject: `Choisir un nouveau mot de passe pour ${harbour}`,
      asked: (day, clock, email) =>
        `Le ${day} à ${clock}, quelqu’un a demandé un lien pour choisir un nouveau mot de passe du compte ${harbour} ${email}.`,
      open: 'Si c’était vous, ouvrez ce lien dans les 30 minutes. Il fonctionne une seule fois :',
      newest: 'Seul le lien le plus récent fonctionne : en demander un autre met fin à celui-ci.',
      notYou:
        'Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même, et la personne qui a fait la demande n’a pas appris si ce compte existe.',
    },
    changed: {
      subject: `Votre mot de passe ${harbour} a été changé`,
      changed: (day, clock, email) =>
        `Le ${day} à ${clock}, le mot de passe du compte ${harbour} ${email} a été changé, avec un lien envoyé à cette adresse.`,
      signedOut:
        'Toutes les personnes connectées à ce compte ont été déconnectées, dans tous les navigateurs.',
      stays:
        'Les applications que vous avez autorisées gardent leur accès, vos propres scripts aussi. Passez-les en revue et retirez ce que vous ne connaissez pas :',
      notYou: `Si ce n’était pas vous, quelqu’un d’autre peut lire vos courriels. Protégez d’abord votre boîte, prévenez la personne qui s’occupe de ${harbour} pour vous, puis choisissez un nouveau mot de passe :`,
    },
    codesOn: {
      subject: `Les codes sont activés pour votre compte ${harbour}`,
      body: (day, clock, email) =>
        `Le ${day} à ${clock}, les codes d’une application ont été activés pour le compte ${harbour} ${email}. Désormais, la connexion en demande un après le mot de passe.`,
      notYou: `Si ce n’était pas vous, quelqu’un d’autre connaît votre mot de passe. Prévenez sans attendre la personne qui s’occupe de ${harbour} pour vous.`,
    },
    codesOff: {
      subject: `Les codes sont désactivés pour votre compte ${harbour}`,
      body: (day, clock, email) =>
        `Le ${day} à ${clock}, les codes d’une application ont été désactivés pour le compte ${harbour} ${email}. Le mot de passe suffit maintenant pour se connecter.`,
      notYou: `Si ce n’était ni vous ni la personne qui s’occupe de ${harbour} pour vous, prévenez-la sans attendre et choisissez un nouveau mot de passe :`,
    },
  }
}
