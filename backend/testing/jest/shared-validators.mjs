import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

const BASE = 'https://api.test/';
/** Of this process, by the text of the description. */
const known = new Map();

function lookerAt(description) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: BASE, ...description });
  const validators = new Map();
  return (pointer, value) => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: BASE + pointer });
    validators.set(pointer, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}

/**
 * What says what is wrong with a value by the schema at a place of a description. Schemas are compiled once in a
 * process, and not for each backend of a test.
 */
export function openSchemas(description) {
  const text = JSON.stringify(description);
  const looker = known.get(text) ?? lookerAt(JSON.parse(text));
  known.set(text, looker);
  return looker;
}
