/* Generated from messages/reminders.fr.arb by packages/messages. Do not edit. */
export const remindersFr = {
  title: (customer: string) => `Relancer ${customer}`,
  about: (count: number) => `Un seul courriel cite ${count < 2 ? "cette facture en retard" : `les ${count} factures en retard`}. Rien n’est envoyé avant que vous n’appuyiez sur Envoyer.`,
  tone: "Ton",
  tones: {
    friendly: "Amical",
    firm: "Ferme",
    final: "Dernier rappel",
  },
  language: "Langue du courriel",
  languages: {
    en: "Anglais",
    fr: "Français",
    de: "Allemand",
  },
  send: "Envoyer",
  copy: "Copier le texte",
  copied: "Copié",
  hindrance: {
    paid: "Plus rien n’est en retard chez ce client. Rien n’a été envoyé.",
    sent_today: "Vous avez déjà écrit à ce client aujourd’hui. Rien n’a été envoyé\u00a0; réessayez demain.",
    changed: "Un paiement ou une modification vient d’avoir lieu. Le message est de nouveau à jour\u00a0: vérifiez-le, puis appuyez sur Envoyer.",
    unread: "Nous n’avons pas pu vérifier si le paiement est arrivé entre-temps. Rien n’a été envoyé\u00a0; réessayez.",
  },
  mail: {
    subject: ({ count, number }: { readonly count: number; readonly number: string }) => `Rappel\u00a0: ${count < 2 ? `facture ${number}` : `${count} factures impayées`}`,
    greeting: (customer: string) => `Bonjour ${customer},`,
    lead: {
      friendly: (count: number) => `Sauf oubli de notre part, ${count < 2 ? "cette facture reste impayée" : "ces factures restent impayées"}\u00a0:`,
      firm: (count: number) => `Nous n’avons pas encore reçu le paiement de ${count < 2 ? "cette facture" : "ces factures"}\u00a0:`,
      final: (count: number) => `Ceci est notre dernier rappel. ${count < 2 ? "Cette facture reste impayée" : "Ces factures restent impayées"}\u00a0:`,
    },
    line: ({ number, amount, day, days }: { readonly number: string; readonly amount: string; readonly day: string; readonly days: number }) => `Facture ${number}\u00a0: ${amount}, échéance le ${day} (${days < 2 ? `${days} jour` : `${days} jours`} de retard)`,
    close: {
      friendly: "Si vous avez déjà payé, ne tenez pas compte de ce message. Merci.",
      firm: "Merci de payer sous 7 jours, ou de nous écrire en cas de problème.",
      final: "Merci de payer sous 7 jours. Passé ce délai, nous devrons engager d’autres démarches.",
    },
  },
}
