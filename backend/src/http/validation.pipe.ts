import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { RuleBroken } from '../platform/rule-broken.js';
import { ValidationFailed } from './http-errors.js';

type Constructor = new () => object;

const UNCHECKED: ReadonlySet<unknown> = new Set([String, Number, Boolean, Array, Object, Buffer]);
const isRequestClass = (metatype: ArgumentMetadata['metatype']): metatype is Constructor =>
  metatype !== undefined && !UNCHECKED.has(metatype);

/** class-transformer recurses: a body of brackets alone exhausts the stack, and is no request of ours. */
function toInstance(metatype: Constructor, input: object): object {
  try {
    return plainToInstance(metatype, input);
  } catch (error) {
    if (error instanceof RangeError) throw new RuleBroken('malformed_json');
    throw error;
  }
}

/**
 * Turns bodies and queries into their request classes and refuses what these do not allow, unknown fields
 * included.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform<unknown, Promise<unknown>> {
  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'custom' || metadata.type === 'param' || !isRequestClass(metadata.metatype))
      return value;
    // No body at all is an empty one; a body that says null is no object.
    const input: unknown = value === undefined ? {} : value;
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      throw ValidationFailed.field('body', 'validation.invalid');
    const request = toInstance(metadata.metatype, input);
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
