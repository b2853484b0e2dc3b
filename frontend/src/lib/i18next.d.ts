import 'i18next';
import type admin from '../locales/de/admin.json';
import type agreement from '../locales/de/agreement.json';
import type assistant from '../locales/de/assistant.json';
import type common from '../locales/de/common.json';
import type cookies from '../locales/de/cookies.json';
import type documents from '../locales/de/documents.json';
import type finish from '../locales/de/finish.json';
import type home from '../locales/de/home.json';
import type invitation from '../locales/de/invitation.json';
import type legal from '../locales/de/legal.json';
import type links from '../locales/de/links.json';
import type pages from '../locales/de/pages.json';
import type payment from '../locales/de/payment.json';
import type replay from '../locales/de/replay.json';
import type remote from '../locales/de/remote.json';
import type remoteLater from '../locales/de/remote-later.json';
import type signing from '../locales/de/signing.json';
import type signingPage from '../locales/de/signing-page.json';
import type verification from '../locales/de/verification.json';
import type withdrawal from '../locales/de/withdrawal.json';
import type wizard from '../locales/de/wizard.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      admin: typeof admin;
      agreement: typeof agreement;
      assistant: typeof assistant;
      common: typeof common;
      cookies: typeof cookies;
      documents: typeof documents;
      finish: typeof finish;
      home: typeof home;
      invitation: typeof invitation;
      legal: typeof legal;
      links: typeof links;
      pages: typeof pages;
      payment: typeof payment;
      remote: typeof remote;
      replay: typeof replay;
      'remote-later': typeof remoteLater;
      signing: typeof signing;
      'signing-page': typeof signingPage;
      verification: typeof verification;
      withdrawal: typeof withdrawal;
      wizard: typeof wizard;
    };
  }
}
