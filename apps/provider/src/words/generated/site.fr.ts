/* Generated from messages/site.fr.arb by packages/messages. Do not edit. */
import { html } from '#html/html.ts'

export const siteFr = (harbour: string) => ({
  home: {
    title: `${harbour}`,
    lede: `${harbour} tient la comptabilité des petites entreprises\u00a0: factures, clients, comptes.`,
    hello: (name: string) => `Bonjour, ${name}`,
    yours: "Vos entreprises",
    none: "Ce compte n’a pas encore d’entreprise.",
    apps: "Voir quelles applications ont accès à vos entreprises, et retirer cet accès.",
    plans: "Voir le forfait de chaque entreprise, et le renouveler.",
    developers: "Inscrire une application, choisir ses adresses de retour, et lire son journal.",
    signIn: "Se connecter",
  },
  help: {
    title: "Aide",
    sections: {
      meaning: {
        title: "Que se passe-t-il quand j’autorise une application\u00a0?",
        body: "L’application ne peut faire que ce que la page énumère, pour l’entreprise que vous avez choisie. Elle n’apprend jamais votre mot de passe et ne peut pas déplacer d’argent.",
      },
      stopping: {
        title: "Comment arrêter une application\u00a0?",
        body: "Ouvrez Applications connectées, choisissez l’application et appuyez sur Retirer l’accès. Elle s’arrête tout de suite.",
      },
      choosing: {
        title: "Pourquoi ne puis-je pas choisir une entreprise\u00a0?",
        body: "Les applications connectées exigent un forfait Pro ou Advisor actif, et vous devez être propriétaire ou administrateur de l’entreprise. La page indique ce qui manque\u00a0; le forfait se change sous Forfaits.",
      },
      signedOut: {
        title: "Je me suis déconnecté. L’application l’est-elle aussi\u00a0?",
        body: "Non. Se déconnecter et retirer l’accès d’une application sont deux choses distinctes.",
      },
      report: {
        title: "Comment signaler une application\u00a0?",
        body: `Retirez d’abord son accès\u00a0: elle s’arrête tout de suite. Donnez ensuite à la personne qui s’occupe de ${harbour} pour vous le nom de l’application et la référence du reçu\u00a0; les deux sont sur sa page dans Applications connectées.`,
      },
      reference: {
        title: "Une page m’a donné une référence",
        body: "Donnez-la à la personne qui vous aide. Elle mène à la ligne de notre journal qui dit ce qui s’est passé, et à rien de privé.",
      },
    },
  },
  privacy: {
    title: "Confidentialité",
    sections: {
      shared: {
        title: "Ce qu’une application reçoit",
        body: "Seulement ce que vous avez autorisé, seulement tant que vous l’autorisez, et seulement pour les entreprises dont le forfait est actif. Jamais votre mot de passe.",
      },
      kept: {
        title: "Ce que nous en conservons",
        body: "Ce que vous avez autorisé, quand, depuis quel navigateur, et combien de fois l’application a lu chaque jour. Tout cela s’affiche dans Applications connectées. Pendant un mois, nous savons aussi à quel quart d’heure elle a lu, pour que les jours affichés soient les vôtres.",
      },
      cookies: {
        title: "Cookies",
        body: "Le premier vous garde connecté, le deuxième reconnaît ce navigateur pour qu’un inconnu ne puisse pas vous bloquer, et le troisième retient votre langue. Pendant que vous remplacez un mot de passe oublié, un autre contient votre lien\u00a0; pendant qu’un code vous est demandé, un autre retient que votre mot de passe était le bon. Aucun ne vous suit ailleurs. Avec le premier, nous conservons le fuseau horaire de votre navigateur, pour afficher vos heures et vos jours.",
      },
    },
  },
  plans: {
    title: "Forfaits",
    lede: "Les applications connectées exigent un forfait Pro ou Advisor actif.",
    demo: "Ceci est une démonstration\u00a0: un clic suffit pour renouveler, et cela ne coûte rien.",
    forApp: (app: string) => html`Vous venez de <b>${app}</b>. Sa demande est conservée\u00a0; nous vous y ramènerons aussitôt.`,
    active: (plan: string, day: string | null | undefined) => day == null ? `Forfait ${plan}, actif` : `Forfait ${plan}, actif jusqu’au ${day}`,
    renewed: (business: string) => html`<b>${business}</b> a maintenant un forfait actif.`,
    button: {
      plan_ended: "Renouveler",
      trial_over: "Choisir Pro",
      payment_failed: "Mettre à jour la carte",
      plan_too_small: "Passer à Pro",
    },
    buttonFor: (business: string) => ` pour ${business}`,
    ownerOnly: "Seul un propriétaire ou un administrateur peut changer ce forfait.",
    archived: "Cette entreprise est archivée.",
    none: "Ce compte n’a pas encore d’entreprise.",
    create: "Créer une entreprise",
    name: "Nom de l’entreprise",
    nameMissing: "Entrez un nom pour l’entreprise",
    nameTooLong: "Entrez un nom d’au plus 100 lettres, chiffres et signes",
    createButton: "Créer l’entreprise",
    created: (business: string) => html`<b>${business}</b> est prête, avec un forfait Pro actif.`,
    backToRequest: (app: string) => `Retour à la demande de ${app}`,
  },
  details: {
    title: "Coordonnées de paiement",
    howToPay: "Comment vos clients vous paient",
    hint: {
      paymentDetails: "Figure sur vos factures et dans les courriels qui les accompagnent, par exemple votre compte bancaire.",
      taxNumber: "Figure sous votre adresse.",
    },
    taxNumber: "Numéro fiscal",
    save: "Enregistrer",
    saved: "Enregistré. Les nouvelles factures et les nouveaux courriels l’affichent.",
    fault: {
      too_long: "Ce texte est trop long.",
      link: "Retirez les adresses web. Les courriels ne mènent qu’à la facture.",
      unreadable: "Ce texte contient des caractères qui ne s’impriment pas.",
    },
  },
})
