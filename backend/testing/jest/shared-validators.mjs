import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

const BASE = 'https://api.test/';
/** This process's validators, by the text of the API description. */
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
 * Returns a function that validates a value against the schema at a JSON pointer in the description, and
 * returns the errors. Schemas are compiled once per process, not for each backend of a test.
 */
export function openSchemas(description) {
  const text = JSON.stringify(description);
  const looker = known.get(text) ?? lookerAt(JSON.parse(text));
  known.set(text, looker);
  return looker;
}
