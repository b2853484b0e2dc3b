import { Module } from '@nestjs/common';
import { NameWriter } from './name-writer.js';
import { TypedNameController } from './typed-name.controller.js';

/** Draws a typed name as handwriting, for both parties. */
@Module({ controllers: [TypedNameController], providers: [NameWriter] })
export class TypedNameModule {}
