/* Generated from messages/account-mails.fr.arb by packages/messages. Do not edit. */
export const accountMailsFr = (harbour: string) => ({
  reset: {
    subject: `Choisir un nouveau mot de passe pour ${harbour}`,
    asked: (day: string, clock: string, email: string) => `Le ${day} à ${clock}, quelqu’un a demandé un lien pour choisir un nouveau mot de passe du compte ${harbour} ${email}.`,
    open: "Si c’était vous, ouvrez ce lien dans les 30 minutes. Il fonctionne une seule fois\u00a0:",
    newest: "Seul le lien le plus récent fonctionne\u00a0: en demander un autre met fin à celui-ci.",
    notYou: "Si ce n’était pas vous, ne faites rien\u00a0: votre mot de passe reste le même, et la personne qui a fait la demande n’a pas appris si ce compte existe.",
  },
  changed: {
    subject: `Votre mot de passe ${harbour} a été changé`,
    changed: (day: string, clock: string, email: string) => `Le ${day} à ${clock}, le mot de passe du compte ${harbour} ${email} a été changé, avec un lien envoyé à cette adresse.`,
    signedOut: "Toutes les personnes connectées à ce compte ont été déconnectées, dans tous les navigateurs.",
    stays: "Les applications que vous avez autorisées gardent leur accès, vos propres scripts aussi. Passez-les en revue et retirez ce que vous ne connaissez pas\u00a0:",
    notYou: `Si ce n’était pas vous, quelqu’un d’autre peut lire vos courriels. Protégez d’abord votre boîte, prévenez la personne qui s’occupe de ${harbour} pour vous, puis choisissez un nouveau mot de passe\u00a0:`,
  },
  codesOn: {
    subject: `Les codes sont activés pour votre compte ${harbour}`,
    body: (day: string, clock: string, email: string) => `Le ${day} à ${clock}, les codes d’une application ont été activés pour le compte ${harbour} ${email}. Désormais, la connexion demande un code après le mot de passe.`,
    notYou: `Si ce n’était pas vous, quelqu’un d’autre connaît votre mot de passe. Prévenez sans attendre la personne qui s’occupe de ${harbour} pour vous.`,
  },
  codesOff: {
    subject: `Les codes sont désactivés pour votre compte ${harbour}`,
    body: (day: string, clock: string, email: string) => `Le ${day} à ${clock}, les codes d’une application ont été désactivés pour le compte ${harbour} ${email}. Le mot de passe suffit maintenant pour se connecter.`,
    notYou: `Si ce n’était ni vous ni la personne qui s’occupe de ${harbour} pour vous, prévenez-la sans attendre et choisissez un nouveau mot de passe\u00a0:`,
  },
  codesRenewed: {
    subject: `Nouveaux codes de secours pour votre compte ${harbour}`,
    body: (day: string, clock: string, email: string) => `Le ${day} à ${clock}, de nouveaux codes de secours ont été créés pour le compte ${harbour} ${email}. Les anciens ne fonctionnent plus.`,
    notYou: `Si ce n’était pas vous, quelqu’un d’autre connaît votre mot de passe et a eu l’un de vos codes. Prévenez sans attendre la personne qui s’occupe de ${harbour} pour vous et choisissez un nouveau mot de passe\u00a0:`,
  },
  newBrowser: {
    subject: `Nouvelle connexion à votre compte ${harbour}`,
    body: (day: string, clock: string, email: string) => `Le ${day} à ${clock}, quelqu’un s’est connecté au compte ${harbour} ${email} dans un navigateur qui n’avait pas encore servi pour ce compte.`,
    browser: (browser: string) => `Navigateur\u00a0: ${browser}`,
    unknown: "inconnu",
    address: (begin: string) => `Adresse Internet\u00a0: commence par ${begin}`,
    you: "Si c’était vous, vous n’avez rien à faire.",
    notYou: "Si ce n’était pas vous, quelqu’un d’autre sait comment vous vous connectez. Changez tout de suite de mot de passe, ce qui déconnecte tout le monde\u00a0:",
  },
  tokenMade: {
    subject: `Un jeton personnel a été créé pour votre compte ${harbour}`,
    body: (day: string, clock: string, email: string) => `Le ${day} à ${clock}, un jeton personnel a été créé pour le compte ${harbour} ${email}. Il permet à un script d’accéder à vos entreprises sans votre mot de passe.`,
    look: "Ce qu’il peut faire, et comment y mettre fin\u00a0:",
    notYou: "Si ce n’était pas vous, quelqu’un d’autre connaît votre mot de passe. Mettez fin au jeton et choisissez un nouveau mot de passe\u00a0:",
  },
  passkeyAdded: {
    subject: `Une clé d’accès a été ajoutée à votre compte ${harbour}`,
    body: (day: string, clock: string, email: string) => `Le ${day} à ${clock}, une clé d’accès a été ajoutée au compte ${harbour} ${email}. Elle permet de se connecter sans mot de passe.`,
    notYou: "Si ce n’était pas vous, retirez la clé d’accès et changez tout de suite de mot de passe\u00a0:",
  },
  passkeyRemoved: {
    subject: `Une clé d’accès a été retirée de votre compte ${harbour}`,
    body: (day: string, clock: string, email: string) => `Le ${day} à ${clock}, une clé d’accès a été retirée du compte ${harbour} ${email}. Elle ne permet plus de se connecter.`,
    notYou: "Si ce n’était pas vous, changez tout de suite de mot de passe et vérifiez avec quelles clés d’accès on peut se connecter\u00a0:",
  },
})
