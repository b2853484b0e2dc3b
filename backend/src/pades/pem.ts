const LINE = 64;

/** Returns a DER certificate as PEM (RFC 7468). */
export const pemOf = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(der.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
