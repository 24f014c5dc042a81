import { type UserType } from '@nemus/contract';
import { z } from 'zod';
/** What somebody wants to create, from the command line. */
export declare const requestSchema: z.ZodObject<{
    name: z.ZodString;
    title: z.ZodString;
    team: z.ZodString;
    path: z.ZodString;
    roles: z.ZodOptional<z.ZodArray<z.ZodEnum<{
        institution: "institution";
        piw: "piw";
    }>>>;
    icon: z.ZodEnum<{
        appointments: "appointments";
        area: "area";
        bookings: "bookings";
        catalog: "catalog";
        competencies: "competencies";
        dashboard: "dashboard";
        elearning: "elearning";
        profile: "profile";
        purchases: "purchases";
        settings: "settings";
        subscription: "subscription";
        trainees: "trainees";
    }>;
    order: z.ZodNumber;
}, z.core.$strict>;
export type CreateRequest = z.infer<typeof requestSchema>;
/** Fills in what was left out: title, path and team follow from the name. */
export declare function completeRequest(given: {
    readonly name: string;
    readonly title?: string;
    readonly team?: string;
    readonly path?: string;
    readonly roles?: readonly UserType[];
    readonly icon?: string;
    readonly order?: number;
}): CreateRequest;
/** The area cannot be created like this; nothing was written. */
export declare class CreationRefused extends Error {
    readonly problems: readonly string[];
    readonly name = "CreationRefused";
    /** @param problems One sentence each. */
    constructor(problems: readonly string[]);
}
