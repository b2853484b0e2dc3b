import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate } from 'class-validator';
import { ValidationFailed } from '../problems/http-errors.js';
import { inheritedNameIn } from './inherited-names.js';

type Constructor = new () => object;

/**
 * Maximum number of fields in a body or query. None of our requests has so many. If there are more, the
 * request is refused and its fields are not checked one by one.
 */
const FIELDS_MAX = 50;

const UNCHECKED: ReadonlySet<unknown> = new Set([String, Number, Boolean, Array, Object, Buffer]);
const isRequestClass = (metatype: ArgumentMetadata['metatype']): metatype is Constructor =>
  metatype !== undefined && !UNCHECKED.has(metatype);

/** Returns the value if it is an object with at most FIELDS_MAX own fields. @throws ValidationFailed */
function fieldsOf(value: unknown): object {
  // A missing body is treated as an empty object. The body `null` is refused.
  const input: unknown = value === undefined ? {} : value;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw ValidationFailed.field('body', 'validation.invalid');
  if (Object.keys(input).length > FIELDS_MAX) throw ValidationFailed.field('body', 'validation.unknown');
  const inherited = inheritedNameIn(input);
  if (inherited !== undefined) throw ValidationFailed.field(inherited, 'validation.unknown');
  return input;
}

const namesIn = (request: Constructor): ReadonlySet<string> =>
  new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(request, '', false, false)
      .map(({ propertyName }) => propertyName),
  );

/**
 * Returns the query without the known parameters that have an empty value (rule:empty-parameter-is-none).
 * Unknown parameters stay in the query.
 */
function withoutEmpty(query: object, request: Constructor): object {
  const members = Object.entries(query);
  if (members.every(([, value]) => value !== '')) return query;
  const known = namesIn(request);
  return Object.fromEntries(members.filter(([name, value]) => value !== '' || !known.has(name)));
}

/**
 * Turns bodies and queries into their request classes. It refuses everything that the class does not allow,
 * including unknown fields.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform<unknown, Promise<unknown>> {
  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'custom' || metadata.type === 'param' || !isRequestClass(metadata.metatype))
      return value;
    const fields = fieldsOf(value);
    const given = metadata.type === 'query' ? withoutEmpty(fields, metadata.metatype) : fields;
    const request = plainToInstance(metadata.metatype, given);
    const failures = await validate(request, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      validationError: { target: false, value: false },
    });
    if (failures.length > 0) throw new ValidationFailed(failures);
    return request;
  }
}
