import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, MinLength } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { CreatorKey } from '../callers/creator-key.js';
import { RouteRules } from '../routes/route-rules.js';
import { languageOf, originOf } from '../requests/request-context.js';
import { UuidParam } from '../requests/uuid-param.pipe.js';
import { Describe, json } from '../openapi/route-description.js';

class ThingRequest {
  @IsString({ message: 'validation.text' })
  @MinLength(3, { message: 'validation.title.min' })
  title: string;

  @IsOptional()
  @IsString()
  note?: string;
}

class PageQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  page?: number;
}

/** A controller for tests. It has one route for each feature of the HTTP layer. */
@Controller('api/things')
export class ThingsController {
  constructor(private readonly creatorKey: CreatorKey) {}

  @Get()
  list(@Query() query: PageQuery): object {
    return { page: query.page ?? 1 };
  }

  @Get('who')
  who(@Req() req: FastifyRequest): object {
    return { ...originOf(req), language: languageOf(req), id: req.id };
  }

  @Post()
  @HttpCode(201)
  @Describe({
    id: 'createThing',
    tag: 'Agreement',
    summary: 'Make a thing',
    access: 'everybody',
    body: ThingRequest,
    answers: { 201: json('The thing', {}) },
    problems: ['party1_must_sign_first'],
  })
  create(
    @Body() body: ThingRequest,
    @Req() req: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): object {
    return { title: body.title, raw: req.rawBody?.length, owner: this.creatorKey.ensure(req, reply) };
  }

  @Post('hook')
  @RouteRules({ foreignOrigin: true })
  hook(): object {
    return {};
  }

  @Post('empty')
  empty(): object {
    return { ok: true };
  }

  @Get(':id')
  one(@Param('id', UuidParam) id: string, @Req() req: FastifyRequest): object {
    return { id, owner: this.creatorKey.hashesOf(req)[0] ?? null };
  }

  /** Lets the `slow` handler respond to the call that is waiting. */
  release: () => void = () => undefined;

  @Get('slow/:word')
  async slow(@Param('word') word: string): Promise<object> {
    await new Promise<void>((resolve) => {
      this.release = resolve;
    });
    return { word };
  }

  @Get('fail/:how')
  fail(@Param('how') how: string): never {
    if (how === 'rule') throw new RuleBroken('party1_must_sign_first');
    if (how === 'store') throw new EventStoreUnavailable('gone');
    throw new Error('secret detail of ada@example.com');
  }
}
