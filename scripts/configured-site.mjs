// Environment variables in which an operator describes itself. If they are set, pages show more.

export const SITE = {
  SITE_NAME: 'Siegelwerk Rechtsdokumente GmbH',
  SITE_ADDRESS: 'Lindenstraße 14|04229 Leipzig|Deutschland',
  SITE_EMAIL: 'kontakt@siegelwerk.example',
  SITE_PHONE: '+49 341 5550143',
  SITE_DETAILS: 'Amtsgericht Leipzig, HRB 40217|USt-IdNr. DE301234567|Geschäftsführung: Dr. Anna Lindqvist',
  SITE_RATING_VALUE: '4.8',
  SITE_RATING_COUNT: '127',
  SITE_RATING_NOTE: 'Befragt wurde per E-Mail, wer eine Vereinbarung versendet hat.',
  SITE_VAT_RATE: '19',
};
